import { setFlagsFromString } from 'node:v8'

// Import this before a WebAssembly module is compiled. V8 sometimes ends the process when it compiles the wrapper of a
// WebAssembly import that is called often (https://github.com/nodejs/node/issues/64500). With this budget it never compiles
// one. Queries take the same time.
setFlagsFromString('--wasm-wrapper-tiering-budget=2147483647')
