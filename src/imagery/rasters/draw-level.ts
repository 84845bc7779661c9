// A picture of a raster for people: as photos are, or numbers in a ramp of colours.
import type { RasterFacts } from '#domain/maps.ts'
import { RAMPS, type Rgb, rampColour } from './ramps.ts'
import type { Samples } from './read-rows.ts'

type Level = {
  width: number
  height: number
  samples: Samples
  nodata: number | undefined
  mask: Uint8Array | undefined
}
type Drawing = Pick<RasterFacts, 'kind' | 'isPicture' | 'bands' | 'ranges'>

const SHADE = 0.35

/** RGBA, transparent where there is nothing. `samples` are band by band for each pixel. */
export function drawLevel(level: Level, facts: Drawing): Uint8Array {
  const { width, height, mask } = level
  const rgba = new Uint8Array(width * height * 4)
  const colour = facts.isPicture ? pictureOf(level, facts) : coloursOf(level, facts)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if (mask && mask[pixel] === 0) continue
    const rgb = colour(pixel)
    if (rgb) rgba.set([...rgb, 255], pixel * 4)
  }
  return rgba
}

type Colour = (pixel: number) => Rgb | undefined

const pictureOf = ({ samples }: Level, { bands }: Drawing): Colour => {
  // The copy of a picture has three bands, whatever the original has.
  const step = samples.length % 3 === 0 ? 3 : bands.length
  return (pixel) => [samples[pixel * step] ?? 0, samples[pixel * step + 1] ?? 0, samples[pixel * step + 2] ?? 0]
}

function coloursOf(level: Level, facts: Drawing): Colour {
  const { samples, nodata } = level
  const { bands } = facts
  const alpha = bands.findIndex(({ role }) => role === 'alpha')
  const valueAt = (pixel: number, band: number): number | undefined => {
    const value = samples[pixel * bands.length + band] ?? Number.NaN
    return value === nodata || Number.isNaN(value) ? undefined : value
  }
  const share = (pixel: number, band: number): number | undefined => {
    const value = valueAt(pixel, band)
    const [low, high] = facts.ranges[band] ?? [0, 1]
    return value === undefined ? undefined : Math.min(1, Math.max(0, (value - low) / (high - low || 1)))
  }
  const colours = (['red', 'green', 'blue'] as const).map((role) => bands.findIndex((band) => band.role === role))
  const isThere = (pixel: number): boolean => alpha < 0 || (samples[pixel * bands.length + alpha] ?? 0) > 0
  const [red = -1, green = -1, blue = -1] = colours
  if (red >= 0 && green >= 0 && blue >= 0)
    return (pixel) => {
      const [r, g, b] = [share(pixel, red), share(pixel, green), share(pixel, blue)]
      if (r === undefined || g === undefined || b === undefined || !isThere(pixel)) return undefined
      return [r * 255, g * 255, b * 255]
    }
  const ramp = RAMPS[facts.kind === 'elevation' ? 'heights' : 'canopy']
  const shade = facts.kind === 'elevation' ? shadeOf(level, (pixel) => valueAt(pixel, 0), facts) : () => 1
  return (pixel) => {
    const at = share(pixel, 0)
    if (at === undefined || !isThere(pixel)) return undefined
    const [r, g, b] = rampColour(ramp, at)
    const light = shade(pixel)
    return [r * light, g * light, b * light]
  }
}

/** Light from the north-west, on slopes as steep as the picture's own heights are. */
function shadeOf(
  { width, height }: Level,
  heightAt: (pixel: number) => number | undefined,
  { ranges }: Drawing,
): (pixel: number) => number {
  const [low, high] = ranges[0] ?? [0, 1]
  const steep = Math.max(width, height) / 24 / (high - low || 1)
  return (pixel) => {
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    const here = heightAt(pixel) ?? 0
    const east = (x + 1 < width ? heightAt(pixel + 1) : undefined) ?? here
    const south = (y + 1 < height ? heightAt(pixel + width) : undefined) ?? here
    const slope = (here - east + (here - south)) * steep
    return 1 + SHADE * Math.max(-1, Math.min(0, slope))
  }
}
