// Rasters for tests, whose pixels are computed.
import type { Polygon } from '../../../plots/polygon.ts'
import type { Layer } from '../layer.ts'

export type Pixel = (x: number, y: number) => readonly number[]
type Field = Partial<Layer> & { pixel: Pixel }

const ARRAYS = { uint8: Uint8Array, uint16: Uint16Array, float32: Float32Array } as const

export function fieldOf({
  pixel,
  width = 40,
  height = 30,
  bands = ['red', 'green', 'blue', 'alpha'],
  ...rest
}: Field): Layer {
  const sampleType = rest.sampleType ?? 'uint8'
  const readRows = async (from: number, to: number): Promise<Uint8Array> => {
    const numbers: number[] = []
    for (let y = from; y < to; y += 1) for (let x = 0; x < width; x += 1) numbers.push(...pixel(x, y))
    const array = ARRAYS[sampleType as keyof typeof ARRAYS]
    return new Uint8Array(array.from(numbers).buffer)
  }
  return { width, height, bands, sampleType, nodata: undefined, isUpTo255: sampleType === 'uint8', readRows, ...rest }
}

export const GREEN = [60, 120, 40, 255] as const
export const SOIL = [120, 100, 80, 255] as const

export const box = ([left, top, right, bottom]: readonly [number, number, number, number]): Polygon => [
  [
    [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ],
  ],
]
