// How wide a camera sees: its focal length as a share of the width of its sensor.
import type { Photo } from '../photos/photo.ts'

/** From the surest source on. `error` is the share by which it may be off. */
export type FocalRatio = { ratio: number; source: 'sensor' | 'focalPlane' | 'calibration' | '35mm'; error: number }

/** Widths in millimetres that makers state, by model. https://www.dji.com, https://support.micasense.com, https://www.parrot.com */
const SENSOR_WIDTHS = new Map<string, number>([
  ['FC300S', 6.17],
  ['FC6310', 13.2],
  ['FC6310S', 13.2],
  ['L2D-20c', 17.3],
  ['RedEdge', 4.8],
  ['RedEdge-M', 4.8],
  ['Sequoia', 4.8],
  ['Altum', 7.12],
])

/** Of a frame of 4:3, the width that has the diagonal of 35 mm film is 34.6 mm, not 36. */
const [WIDTH_OF_4_3, WIDTH_OF_3_2] = [34.6, 36]
/** Between 4:3 and 3:2. A frame of 16:9 is cut out of one of 4:3, whose width it has. */
const RATIO_OF_3_2 = [1.45, 1.6] as const

/** Null where nothing says it: there is no guess. */
export const focalRatioOf = (photo: Photo): FocalRatio | null => focalRatiosOf(photo)[0] ?? null

/** All that a photo says of it, the surest first. */
export function focalRatiosOf({ lens, model, statedWidth, width, height }: Photo): FocalRatio[] {
  const { focalMillimetres: focal, focal35Millimetres, focalPixels, sensorWidthMillimetres } = lens
  const all: FocalRatio[] = []
  const sensor = SENSOR_WIDTHS.get(model?.trim() ?? '')
  if (focal !== null && sensor !== undefined) all.push({ ratio: focal / sensor, source: 'sensor', error: 0.01 })
  if (focal !== null && sensorWidthMillimetres !== null)
    all.push({ ratio: focal / sensorWidthMillimetres, source: 'focalPlane', error: 0.02 })
  const pixels = statedWidth ?? width
  if (focalPixels !== null && pixels !== null)
    all.push({ ratio: focalPixels / pixels, source: 'calibration', error: 0.02 })
  if (focal35Millimetres !== null && width !== null && height !== null)
    all.push(from35Millimetres(focal35Millimetres, Math.max(width, height) / Math.min(width, height)))
  return all
}

function from35Millimetres(focal: number, shape: number): FocalRatio {
  const is3To2 = shape > RATIO_OF_3_2[0] && shape < RATIO_OF_3_2[1]
  // Makers round it to a millimetre.
  return { ratio: focal / (is3To2 ? WIDTH_OF_3_2 : WIDTH_OF_4_3), source: '35mm', error: 0.5 / focal + 0.01 }
}
