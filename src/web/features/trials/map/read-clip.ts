import { boxOf, type Position } from '#imagery/plots/polygon.ts'
import { WGS84 } from '#imagery/rasters/crs.ts'
import { TILE_PIXELS } from '#imagery/rasters/pyramid.ts'
import { planeOf } from '../flight-map/plane-of.ts'
import type { FlightPhoto } from '../flight-map/use-flight-map.ts'

type Rings = readonly (readonly Position[])[]

/** What is seen around a plot, as a part of the plot. */
const AROUND = 0.12

export type Clip = { picture: OffscreenCanvas /** In its pixels. */; rings: Rings }

/** A plot in longitude and latitude on the photo of a flight, with at most so many pixels on its longer side. */
export async function readClip(
  { map, copy, shift }: FlightPhoto,
  rings: Rings,
  options: { side: number; signal: AbortSignal },
): Promise<Clip> {
  const { toPlane, frame } = planeOf(map, WGS84, shift)
  const outline = rings.map((ring) => ring.map(toPlane))
  const { minX, minY, maxX, maxY } = boxOf([outline])
  const around = Math.max(maxX - minX, maxY - minY) * AROUND
  const longer = Math.max(maxX - minX, maxY - minY) + 2 * around
  const sizeAt = (level: number) => (frame.pixel[0] * map.width) / (copy.levels[level]?.width ?? map.width)
  const coarse = copy.levels.findIndex((_, level) => longer / sizeAt(level) <= options.side)
  const level = coarse < 0 ? copy.levels.length - 1 : coarse
  const size = sizeAt(level)
  const { width, height } = copy.levels[level] ?? map
  const [west, , , north] = frame.extent
  const left = within(Math.floor((minX - around - west) / size), width - 1)
  const top = within(Math.floor((north - maxY - around) / size), height - 1)
  const right = within(Math.ceil((maxX + around - west) / size), width)
  const bottom = within(Math.ceil((north - minY + around) / size), height)
  const picture = new OffscreenCanvas(Math.max(1, right - left), Math.max(1, bottom - top))
  const context = picture.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures')
  for (let row = Math.floor(top / TILE_PIXELS); row * TILE_PIXELS < bottom; row += 1)
    for (let column = Math.floor(left / TILE_PIXELS); column * TILE_PIXELS < right; column += 1) {
      const rgba = await copy.readPicture({ level, column, row }, options.signal)
      if (!rgba) continue
      const tile = new ImageData(new Uint8ClampedArray(rgba), TILE_PIXELS)
      context.putImageData(tile, column * TILE_PIXELS - left, row * TILE_PIXELS - top)
    }
  const place = ([x, y]: Position): Position => [(x - west) / size - left, (north - y) / size - top]
  return { picture, rings: outline.map((ring) => ring.map(place)) }
}

const within = (value: number, most: number): number => Math.min(most, Math.max(0, value))
