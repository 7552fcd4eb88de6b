// Measures the WebAssembly memory of the package. Import this module before the first client is created, because it
// replaces functions of the global object `WebAssembly`.

const memories = new Set();

const { Instance, instantiate, instantiateStreaming } = WebAssembly;

function recordMemories(instance) {
  for (const value of Object.values(instance.exports))
    if (value instanceof WebAssembly.Memory) memories.add(value);
}

WebAssembly.Instance = new Proxy(Instance, {
  construct(target, args) {
    const instance = new target(...args);
    recordMemories(instance);
    return instance;
  },
});

/** Returns a function like `create`, which also records the memories of the new instance. */
const withRecording =
  (create) =>
  async (...args) => {
    const result = await create(...args);
    // `instantiate` resolves with an instance for a module, and with `{ module, instance }` for bytes.
    recordMemories(result.instance ?? result);
    return result;
  };
WebAssembly.instantiate = withRecording(instantiate);
WebAssembly.instantiateStreaming = withRecording(instantiateStreaming);

/** The bytes of all memories that instances export. */
export function wasmMemoryBytes() {
  let bytes = 0;
  for (const { buffer } of memories) bytes += buffer.byteLength;
  return bytes;
}
