import sharp from 'sharp'
import { lonLatOf } from '#imagery/rasters/crs.ts'
import { utmAt } from '#imagery/rasters/utm.ts'
import { type Camera, scaleLens, type Vector } from '#imagery/reconstruction/model.ts'
import { createRandom, makeSyntheticFlight, takePhoto } from '#imagery/reconstruction/testing/make-synthetic-flight.ts'

const CAMERA: Camera = { width: 640, height: 480, lens: { focal: 480, x: 320, y: 240, k1: 0, k2: 0, p1: 0, p2: 0 } }
/** Where the middle of the flight lies, in metres of UTM zone 32 N. */
export const [EAST, NORTH] = [600_000, 5_700_000]
const GROUND_CRS = utmAt(10.5, 51.5)

/** Ground with something to find on it, at all sizes. */
type Shades = readonly (readonly [light: number, dark: number])[]

const ORDINARY: Shades = [
  [255, 0],
  [230, 10],
  [160, 0],
]
const CONVERTED: Shades = [
  [240, 10],
  [160, 0],
  [220, 10],
]

function createGround(shades: Shades) {
  const { uniform } = createRandom(5)
  const side = 256
  const noise = Float64Array.from({ length: side * side }, uniform)
  const at = (x: number, y: number): number => noise[(y & (side - 1)) * side + (x & (side - 1))] ?? 0
  const smooth = (x: number, y: number): number => {
    const [left, top] = [Math.floor(x), Math.floor(y)]
    const [a, b] = [x - left, y - top]
    return (
      (at(left, top) * (1 - a) + at(left + 1, top) * a) * (1 - b) +
      (at(left, top + 1) * (1 - a) + at(left + 1, top + 1) * a) * b
    )
  }
  return (x: number, y: number): [number, number, number] => {
    const value =
      0.5 * smooth(x / 2 + 500, y / 2 + 500) +
      0.3 * smooth(2 * x + 900, 2 * y + 900) +
      0.2 * smooth(5 * x + 700, 5 * y + 700)
    const [red = 0, green = 0, blue = 0] = shades.map(([light, dark]) => light * value + dark)
    return [red, green, blue]
  }
}

const fractions = (degrees: number): string => {
  const minutes = (Math.abs(degrees) % 1) * 60
  return `${Math.floor(Math.abs(degrees))}/1 ${Math.floor(minutes)}/1 ${Math.round((minutes % 1) * 60 * 1e6)}/1000000`
}

/** Of EXIF, of a place in metres from the middle of the flight, and above the sea. */
export function positionTags([x, y, altitude]: Vector) {
  const [lon, lat] = lonLatOf(GROUND_CRS, [EAST + x, NORTH + y])
  return {
    GPSLatitudeRef: 'N',
    GPSLatitude: fractions(lat),
    GPSLongitudeRef: 'E',
    GPSLongitude: fractions(lon),
    GPSAltitudeRef: '0',
    GPSAltitude: `${Math.round(altitude * 1000)}/1000`,
  }
}

type Shots = {
  lines: number
  shots: number
  /** Times the usual distance between photos. */
  spread?: number
  change?: (at: number) => Change
  /** As of a camera that was converted to near infrared. */
  isNearInfrared?: boolean
}

/** `metresEast` is how far from the others a photo is taken. `statedFocal` is what it says, by what is true. */
type Change = { metresEast?: number; hasPosition?: boolean; isBlurred?: boolean; size?: number; statedFocal?: number }

/** In pixels. */
const BLUR = 8

/** Photos of a field with some relief at 51.5° N that COLMAP can join, with positions and a lens. */
export async function makePhotos({
  lines,
  shots,
  spread = 1,
  change = () => ({}),
  isNearInfrared = false,
}: Shots): Promise<{ name: string; jpeg: Buffer }[]> {
  const ground = createGround(isNearInfrared ? CONVERTED : ORDINARY)
  const { views } = makeSyntheticFlight({ lines, shots, cameras: [CAMERA], points: 1 })
  return Promise.all(
    views.map(async (view, at) => {
      const { metresEast = 0, hasPosition = true, isBlurred = false, size = 1, statedFocal = 1 } = change(at)
      const [x, y, z] = view.centre
      const centre: typeof view.centre = [x * spread + metresEast, y * spread, z]
      const camera = { width: CAMERA.width * size, height: CAMERA.height * size, lens: scaleLens(CAMERA.lens, size) }
      const { rgb, width, height } = takePhoto(camera, { ...view, centre }, ground)
      const photo = sharp(rgb, { raw: { width, height, channels: 3 } })
      const jpeg = await (isBlurred ? photo.blur(BLUR) : photo)
        .jpeg({ quality: 92 })
        .withExif({
          IFD0: { Make: 'Synthetic', Model: 'Camera' },
          IFD2: {
            FocalLength: `${Math.round(75 * statedFocal)}/10`,
            FocalPlaneXResolution: `${Math.round(640 * size)}/10`,
            FocalPlaneResolutionUnit: '4',
          },
          ...(hasPosition && {
            IFD3: positionTags(centre),
          }),
        })
        .toBuffer()
      // The same name in two folders is two photos.
      return { name: `${at % 2 === 0 ? '100MEDIA' : '101MEDIA'}/DJI_${at >> 1}.JPG`, jpeg }
    }),
  )
}
