// Replacements for the `TextDecoder` and `TextEncoder` of wasm-bindgen's glue, which creates both when it is imported;
// scripts/bundle.mjs imports them into the glue of every module. They create the host's object at the first use,
// because an import must not throw in a host without them.

class GlueTextDecoder {
  #decoder: TextDecoder | undefined;

  constructor(
    readonly label: string,
    readonly options: TextDecoderOptions,
  ) {}

  /** Decodes bytes. Without bytes, as the glue calls it at its import, the text is empty. */
  decode(bytes?: Uint8Array<ArrayBuffer>): string {
    return bytes ? (this.#decoder ??= new TextDecoder(this.label, this.options)).decode(bytes) : "";
  }
}

class GlueTextEncoder {
  #encoder: TextEncoder | undefined;

  get #host(): TextEncoder {
    return (this.#encoder ??= new TextEncoder());
  }

  encode(text: string): Uint8Array<ArrayBuffer> {
    return this.#host.encode(text);
  }

  encodeInto(text: string, target: Uint8Array<ArrayBuffer>): TextEncoderEncodeIntoResult {
    return this.#host.encodeInto(text, target);
  }
}

export { GlueTextDecoder as TextDecoder, GlueTextEncoder as TextEncoder };
