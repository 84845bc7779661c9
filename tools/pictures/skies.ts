import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import { fromPixels } from './encode.ts'
import type { Picture } from './photo.ts'

const STRIP = { width: 340, height: 1020 }
const GAP = 10

type Sky = (strip: Sharp) => Sharp | Promise<Sharp>

const SKIES: readonly Sky[] = [
  (sunny) => sunny.modulate({ brightness: 1.06, saturation: 1.05 }),
  // Under a cloud: darker, bluer, shadows without edges.
  (cloudy) => cloudy.modulate({ brightness: 0.74, saturation: 0.72 }).linear([0.92, 0.98, 1.12], [10, 12, 18]),
  // Low sun: warm light, and dark where it does not reach.
  (evening) => evening.linear([1.12, 0.97, 0.72], [-16, -20, -16]),
  windy,
]

/** The plants have moved between the photos: several places of each leaf, one over the other. */
async function windy(strip: Sharp): Promise<Sharp> {
  const still = await strip.png().toBuffer()
  const moved = async (left: number, top: number, opacity: number): Promise<OverlayOptions> => ({
    input: await sharp(still)
      .extract({ left: 12, top: 12, width: STRIP.width - 24, height: STRIP.height - 24 })
      .resize(STRIP.width, STRIP.height)
      .affine([1, 0, 0, 1], { odx: left, ody: top, background: '#0000' })
      .extract({ left: 0, top: 0, ...STRIP })
      .ensureAlpha(opacity)
      .png()
      .toBuffer(),
    left: 0,
    top: 0,
  })
  const layers = [await moved(0, 0, 0.5), await moved(7, 2, 0.4), await moved(0, 5, 0.35)]
  return sharp(await sharp(still).composite(layers).png().toBuffer()).blur(1.6)
}

/** One stretch of a trial, four times the same plants: full sun, cloud, low sun, wind. */
export async function fourSkies(photo: Picture): Promise<Sharp> {
  const cut = {
    left: Math.round(photo.width * 0.31),
    top: 0,
    width: Math.round(photo.height / 3),
    height: photo.height,
  }
  const whole = await fromPixels(photo).extract(cut).resize(STRIP.width, STRIP.height).png().toBuffer()
  const strips = SKIES.map(async (sky, place) => ({
    input: await (await sky(sharp(whole))).png().toBuffer(),
    left: place * (STRIP.width + GAP),
    top: 0,
  }))
  const width = SKIES.length * (STRIP.width + GAP) - GAP
  return sharp({ create: { width, height: STRIP.height, channels: 3, background: '#fbf8f1' } }).composite(
    await Promise.all(strips),
  )
}
