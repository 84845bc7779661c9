// Rows of a raster, kept while others near to them are asked for.

type Numbers = Uint8Array | Float64Array
type Rows<T extends Numbers> = {
  size: { width: number; height: number }
  /** The numbers of rows one after another, one for each pixel. */
  read: (from: number, to: number) => Promise<T>
}

export type KeptRows<T extends Numbers> = {
  /** Makes rows known, from the first to the last; those outside of the raster are left out. */
  keep: (first: number, last: number) => Promise<void>
  /** The numbers of a row; undefined outside of the raster. */
  row: (y: number) => T | undefined
}

/** Rows that are read at once. */
const TOGETHER = 64

/** For rows that are asked for from top to bottom, or from bottom to top. */
export function keepRows<T extends Numbers>({ size: { width, height }, read }: Rows<T>): KeptRows<T> {
  const kept = new Map<number, T>()
  return {
    async keep(first, last) {
      const [from, to] = [Math.floor(Math.max(0, first) / TOGETHER), Math.floor(Math.min(height - 1, last) / TOGETHER)]
      for (const chunk of kept.keys()) if (chunk < from - 1 || chunk > to + 1) kept.delete(chunk)
      for (let chunk = from; chunk <= to; chunk += 1)
        if (!kept.has(chunk)) kept.set(chunk, await read(chunk * TOGETHER, Math.min(height, (chunk + 1) * TOGETHER)))
    },
    row(y) {
      const start = (y % TOGETHER) * width
      return y < 0 || y >= height
        ? undefined
        : (kept.get(Math.floor(y / TOGETHER))?.subarray(start, start + width) as T)
    },
  }
}
