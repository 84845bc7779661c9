import { blend, type Colour, hex } from './colour.ts'
import { terrain } from './ground.ts'
import { type Picture, paint } from './photo.ts'
import { clamp, smooth } from './random.ts'
import { blurred, type Raster } from './raster.ts'

const LOW = [hex('#2c5563'), hex('#7fa08a'), hex('#d9c995'), hex('#f7efdc')]
const LINE = hex('#152f4a')
const CONTOUR_STEP = 0.1
/** The picture raises the crop against the land, so that both can be seen. */
const STEEPER = 1.9

function tint(share: number): Colour {
  const place = clamp(share) * (LOW.length - 1)
  const step = Math.min(LOW.length - 2, Math.floor(place))
  return blend(LOW[step] ?? LINE, LOW[step + 1] ?? LINE, place - step)
}

/** How near a height is to a contour line, 0 to 1, for lines of even width on any slope. */
function contour(level: number, slope: number): number {
  const steps = level / CONTOUR_STEP
  const away = (Math.abs(steps - Math.round(steps)) * CONTOUR_STEP) / Math.max(slope, 1e-5)
  const major = Math.round(steps) % 5 === 0
  return (1 - smooth(major ? 2 : 0.9, major ? 3.6 : 2.2, away)) * (major ? 0.95 : 0.6)
}

const read = (from: Float32Array, at: number): number => from[at] ?? 0

/** The elevation model as tinted hill-shade with contour lines of the land. */
export function reliefOf(raster: Raster): Picture {
  const { columns, rows, window } = raster
  const canopy = blurred(raster.height, columns, Math.round(0.045 * window.pixelsPerMetre))
  const land = new Float32Array(columns * rows)
  for (let pixel = 0; pixel < land.length; pixel += 1) {
    const x = window.x + (pixel % columns) / window.pixelsPerMetre
    land[pixel] = terrain(x, window.y + Math.floor(pixel / columns) / window.pixelsPerMetre)
  }
  const lowest = land.reduce((least, level) => Math.min(least, level), Infinity)
  const highest = land.reduce((most, level) => Math.max(most, level), -Infinity)
  return paint(raster, (pixel) => {
    const left = pixel % columns === 0 ? pixel : pixel - 1
    const above = pixel < columns ? pixel : pixel - columns
    const landX = read(land, pixel) - read(land, left)
    const landY = read(land, pixel) - read(land, above)
    const riseX = (read(canopy, pixel) - read(canopy, left) + landX * 3) * window.pixelsPerMetre * STEEPER
    const riseY = (read(canopy, pixel) - read(canopy, above) + landY * 3) * window.pixelsPerMetre * STEEPER
    const shade = (riseX * 0.55 + riseY * 0.5 + 0.72) / Math.hypot(riseX, riseY, 1)
    const share = (read(land, pixel) - lowest) / (highest - lowest) + read(canopy, pixel) * 0.22
    const lit = clamp(0.28 + shade, 0.12, 1.25)
    const colour = tint(share)
    const shaded: Colour = [colour[0] * lit, colour[1] * lit, colour[2] * lit]
    return blend(shaded, LINE, contour(read(land, pixel), Math.hypot(landX, landY)) * 0.8)
  })
}
