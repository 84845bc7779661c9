// The memory of the kernel, and what is where in it.

/** Cells of a side of a block; a block of cells has one range of heights. */
export const BLOCK = 16
/** Cells around a block that its comparisons look at. */
export const WINDOW = 2
export const PHOTOS_MAX = 9
/** Comparisons of a cell with its neighbours. */
export const COMPARISONS = 24
/** Of a cell at one height; none is larger. */
export const COST_MAX = 120

const PHOTO_BYTES = 40
const TABLE_BYTES = 256
const [VOLUME, PHOTOS, TABLES, ALL] = [1024, 1280, 2048, 4096]
const WORK = 8192
/** Behind these come the bytes of photos and the volume. */
const FIRST_FREE = 32_768
const PAGE = 65_536

/** What an instance of `matching.wasm` exports. */
export type KernelExports = {
  memory: { readonly buffer: ArrayBufferLike; grow: (pages: number) => number }
  costsAt: (...at: [photos: number, count: number, keep: number, table: number, work: number, ...to: Out]) => void
  addPath: (...of: [volume: number, across: number, down: number, near: number, any: number]) => void
}
type Out = [out: number, step: number, all: number]

/** Where a photo shows a block: its bytes, their width, and the corners in pixels of them, from the upper left by rows. */
export type Shown = { pixels: number; width: number; corners: ArrayLike<number> }

export type Kernel = ReturnType<typeof createKernel>

/** A kernel serves one tile after another. */
export function createKernel({ memory, costsAt, addPath }: KernelExports) {
  let next = FIRST_FREE
  let bytes = new Uint8Array(memory.buffer)
  const reserve = (size: number): number => {
    const at = next
    next = (at + size + 63) & ~63
    if (next > memory.buffer.byteLength) {
      memory.grow(Math.ceil((next - memory.buffer.byteLength) / PAGE))
      bytes = new Uint8Array(memory.buffer)
    }
    return at
  }
  for (let keep = 2; keep <= 6; keep += 1)
    for (let sum = 0; sum < TABLE_BYTES; sum += 1)
      bytes[TABLES + (keep - 2) * TABLE_BYTES + sum] = Math.min(COST_MAX, costOf(sum, keep))
  return {
    /** Forgets what was reserved. */
    reset: (): void => {
      next = FIRST_FREE
    },
    reserve,
    bytes: (): Uint8Array => bytes,
    buffer: (): ArrayBufferLike => memory.buffer,
    /** Costs of a block go to `out`, `step` bytes from cell to cell, and the differences of all photos to those that are answered. */
    costsAt: (shown: readonly Shown[], { out, step }: { out: number; step: number }): Uint8Array => {
      const view = new DataView(memory.buffer, PHOTOS, shown.length * PHOTO_BYTES)
      for (const [at, { pixels, width, corners }] of shown.entries()) {
        view.setUint32(at * PHOTO_BYTES, pixels, true)
        view.setInt32(at * PHOTO_BYTES + 4, width, true)
        for (let one = 0; one < 8; one += 1)
          view.setInt32(at * PHOTO_BYTES + 8 + one * 4, Math.round((corners[one] ?? 0) * 65_536), true)
      }
      const keep = keptOf(shown.length)
      costsAt(PHOTOS, shown.length, keep, TABLES + (keep - 2) * TABLE_BYTES, WORK, out, step, ALL)
      return bytes.subarray(ALL, ALL + BLOCK * BLOCK)
    },
    /** Adds the costs of all eight directions to the sums of a volume. */
    addPaths: ({ width, height, blocks, parts }: Laid, { near, any }: Penalties): void => {
      const view = new DataView(memory.buffer, VOLUME, 48)
      for (const [at, value] of [width, height, blocks, ...parts].entries()) view.setInt32(at * 4, value, true)
      for (const [across, down] of DIRECTIONS) addPath(VOLUME, across, down, near, any)
    },
  }
}

/** A volume in memory: its sides in cells, blocks of a row, and its parts in the order that the kernel reads. */
export type Laid = { width: number; height: number; blocks: number; parts: readonly number[] }

/** Of a step between neighbours, and of any larger one. */
export type Penalties = { near: number; any: number }

const DIRECTIONS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, -1],
  [-1, 1],
  [1, -1],
] as const

/** Of so many photos, how many count: those that agree best, because leaves hide ground from the others. */
export const keptOf = (photos: number): number => Math.min(photos, Math.max(3, Math.round((photos * 2) / 3)))

/** Of the sum of differences of so many photos. */
export const costOf = (sum: number, photos: number): number => Math.floor((sum * 320) / (photos * COMPARISONS))
