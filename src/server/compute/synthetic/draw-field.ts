import { type Crop, sizeOfField } from './crops.ts'
import { createLook } from './look.ts'
import { chance, noise } from './noise.ts'

const GRASS = [96, 128, 62] as const
const BANDS = [0, 1, 2] as const

/** A flight of a field: so many days after planting, in metres per pixel. */
type Seen = { crop: Crop; days: number; gsd: number }

/** In pixels. */
export const sizeAt = (crop: Crop, gsd: number) => {
  const { width, height } = sizeOfField(crop)
  return { width: Math.round(width / gsd), height: Math.round(height / gsd) }
}

/** RGBA, north up. */
export function drawPhoto({ crop, days, gsd }: Seen): Uint8Array {
  const { width, height } = sizeAt(crop, gsd)
  const top = sizeOfField(crop).height
  const look = createLook(crop, days)
  const { soil, leaf, pale, ripe } = crop.colours
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < width * height; at += 1) {
    const place = look(((at % width) + 0.5) * gsd, top - (Math.floor(at / width) + 0.5) * gsd)
    for (const band of BANDS) {
      const green = leaf[band] + (pale[band] - leaf[band]) * place.paleness
      const plant = green + (ripe[band] - green) * place.ripeness
      pixels[at * 4 + band] = place.light * { soil: soil[band], grass: GRASS[band], plant }[place.covers]
    }
    pixels[at * 4 + 3] = 255
  }
  return new Uint8Array(pixels.buffer)
}

/** The surface in metres, north up. A flight placed by GPS alone lies too high or too low, and leans; the ground has neither. */
export function drawSurface({ crop, days, gsd }: Seen): Float32Array {
  const { width, height } = sizeAt(crop, gsd)
  const top = sizeOfField(crop).height
  const look = createLook(crop, days)
  const [lift, lean] = days < 0 ? [0, 0] : [0.15 * (chance(days, 5) - 0.5), 0.006 * (chance(days, 6) - 0.5)]
  return Float32Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [((at % width) + 0.5) * gsd, top - (Math.floor(at / width) + 0.5) * gsd]
    const ground = crop.elevation + 0.01 * x - 0.006 * y + 0.012 * (noise(x * 6, y * 6, 9) - 0.5)
    return ground + lift + lean * x + look(x, y).height * (0.8 + 0.25 * noise(x * 12, y * 12, 10))
  })
}
