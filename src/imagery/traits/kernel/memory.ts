import type { WasmMemory } from './instantiate.ts'

const ALIGNED = 16
const PAGE_BYTES = 65_536

/** Addresses in the memory of a module, one after another. */
export function createLayout() {
  let next = ALIGNED
  return {
    place(bytes: number): number {
      const address = next
      next += Math.ceil(bytes / ALIGNED) * ALIGNED
      return address
    },
    end: (): number => next,
  }
}

export type Memory = ReturnType<typeof createMemory>

/** The memory of a module as numbers; it grows, and then its views are others. */
export function createMemory(memory: WasmMemory) {
  let views = viewsOf(memory)
  return {
    reserve(bytes: number): void {
      const missing = bytes - memory.buffer.byteLength
      if (missing <= 0) return
      memory.grow(Math.ceil(missing / PAGE_BYTES))
      views = viewsOf(memory)
    },
    view: (): DataView => views.view,
    bytes: (address: number, count: number): Uint8Array => views.bytes.subarray(address, address + count),
    floats: (address: number, count: number): Float32Array => views.floats.subarray(address / 4, address / 4 + count),
    places: (address: number, count: number): Int32Array => views.places.subarray(address / 4, address / 4 + count),
    doubles: (address: number, count: number): Float64Array => views.doubles.subarray(address / 8, address / 8 + count),
  }
}

const viewsOf = ({ buffer }: WasmMemory) => ({
  view: new DataView(buffer),
  bytes: new Uint8Array(buffer),
  floats: new Float32Array(buffer),
  places: new Int32Array(buffer),
  doubles: new Float64Array(buffer),
})
