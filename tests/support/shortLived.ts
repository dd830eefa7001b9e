/**
 * Options of Node for processes that end within minutes. By default the embedded PostgreSQL, which is WebAssembly, is
 * optimized after its first statements: half a second of work, which comes back after some ten thousand of them.
 */
export const shortLived: readonly string[] = ["--wasm-tiering-budget=100000000"];
