// Replacements for the `TextDecoder` and `TextEncoder` of wasm-bindgen's glue. scripts/bundle.mjs imports them into the
// glue of every module.
//
// The glue creates a decoder and an encoder when it is imported. The replacements create the host's object only at its
// first use, because an import must not throw in a host without these classes.

class GlueTextDecoder {
  #decoder: TextDecoder | undefined;

  constructor(
    readonly label: string,
    readonly options: TextDecoderOptions,
  ) {}

  get #host(): TextDecoder {
    return (this.#decoder ??= new TextDecoder(this.label, this.options));
  }

  /** Decodes bytes. When the glue is imported, it calls this without bytes. */
  decode(bytes?: Uint8Array<ArrayBuffer>): string {
    if (!bytes) return "";
    return this.#host.decode(bytes);
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
