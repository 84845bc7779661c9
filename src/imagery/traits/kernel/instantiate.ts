// WebAssembly of browsers and Node, which have different type libraries.
export type WasmMemory = { readonly buffer: ArrayBuffer; grow: (pages: number) => number }

type Platform = {
  WebAssembly: {
    Module: new (bytes: Uint8Array<ArrayBuffer>) => object
    Instance: new (module: object) => { exports: unknown }
  }
}

/** What a module exports; it imports nothing. */
export function instantiate(bytes: Uint8Array<ArrayBuffer>): unknown {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both platforms have it
  const { Module, Instance } = (globalThis as unknown as Platform).WebAssembly
  return new Instance(new Module(bytes)).exports
}
