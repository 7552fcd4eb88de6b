// Measures the WebAssembly memory of the package. Import this module before the first client is created.

const memories = new Set();

const { Instance, instantiate, instantiateStreaming } = WebAssembly;

function record(instance) {
  for (const value of Object.values(instance.exports))
    if (value instanceof WebAssembly.Memory) memories.add(value);
}

WebAssembly.Instance = new Proxy(Instance, {
  construct(target, args) {
    const instance = new target(...args);
    record(instance);
    return instance;
  },
});

const recorded =
  (create) =>
  async (...args) => {
    const result = await create(...args);
    // `instantiate` resolves with an instance for a module, and with `{ module, instance }` for bytes.
    record(result.instance ?? result);
    return result;
  };
WebAssembly.instantiate = recorded(instantiate);
WebAssembly.instantiateStreaming = recorded(instantiateStreaming);

/** The bytes of all memories that instances export. */
export function wasmMemoryBytes() {
  let bytes = 0;
  for (const { buffer } of memories) bytes += buffer.byteLength;
  return bytes;
}
