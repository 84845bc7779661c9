// Photos that look straight down on drawn ground, so much alike that the preview engine can join them.
import { zipSync } from 'fflate'
import sharp from 'sharp'

const [WIDTH, HEIGHT, FOCAL] = [640, 480, 480]
const NOISE_SIDE = 256
export const METRES_PER_DEGREE = 111_300
const [LATITUDE, LONGITUDE] = [51.5, 10.5]
const [GROUND, FLYING] = [100, 140]
/** Metres between lines, and between photos of a line. */
const [ACROSS, ALONG] = [16, 9]

type Shot = { east: number; north: number; up: number; pitch: number; roll: number }

/** The same numbers in every run. */
function createNoise() {
  let state = 5
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const values = Float64Array.from({ length: NOISE_SIDE ** 2 }, next)
  const at = (x: number, y: number) => values[(y & (NOISE_SIDE - 1)) * NOISE_SIDE + (x & (NOISE_SIDE - 1))] ?? 0
  return (x: number, y: number): number => {
    const [left, top] = [Math.floor(x), Math.floor(y)]
    const [a, b] = [x - left, y - top]
    return (
      (at(left, top) * (1 - a) + at(left + 1, top) * a) * (1 - b) +
      (at(left, top + 1) * (1 - a) + at(left + 1, top + 1) * a) * b
    )
  }
}

const heightAt = (x: number, y: number): number => GROUND + 1.2 * Math.sin(x / 11) + 0.9 * Math.cos(y / 9)

/** The direction [u, v, 1], turned about the second axis. */
function turn([u = 0, v = 0]: number[], angle: number): number[] {
  const depth = Math.cos(angle) - u * Math.sin(angle)
  return [(u * Math.cos(angle) + Math.sin(angle)) / depth, v / depth]
}

/** What the camera sees, its top north. */
function drawPhoto({ east, north, up, pitch, roll }: Shot, noise: ReturnType<typeof createNoise>): Buffer {
  const rgb = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (let row = 0; row < HEIGHT; row += 1)
    for (let column = 0; column < WIDTH; column += 1) {
      const u = (column + 0.5 - WIDTH / 2) / FOCAL
      const v = (row + 0.5 - HEIGHT / 2) / FOCAL
      const [right = 0, down = 0] = turn(turn([u, v], roll).toReversed(), pitch).toReversed()
      let depth = up - GROUND
      for (let round = 0; round < 4; round += 1) depth = up - heightAt(east + depth * right, north - depth * down)
      const [x, y] = [east + depth * right, north - depth * down]
      const value =
        0.5 * noise(x / 2 + 500, y / 2 + 500) + 0.3 * noise(2 * x + 900, 2 * y + 900) + 0.2 * noise(5 * x, 5 * y)
      rgb.set([255 * value, 230 * value + 10, 160 * value], (row * WIDTH + column) * 3)
    }
  return rgb
}

const fractions = (degrees: number): string => {
  const minutes = (degrees % 1) * 60
  return `${Math.floor(degrees)}/1 ${Math.floor(minutes)}/1 ${Math.round((minutes % 1) * 60 * 1e6)}/1000000`
}

const encode = (shot: Shot, pixels: Buffer, number: number): Promise<Buffer> =>
  sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality: 92 })
    .withExif({
      IFD0: { Make: 'Synthetic', Model: 'Camera' },
      IFD2: {
        DateTimeOriginal: `2026:06:23 10:00:0${number}`,
        FocalLength: '75/10',
        FocalPlaneXResolution: '64/1',
        FocalPlaneResolutionUnit: '4',
      },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: fractions(LATITUDE + shot.north / METRES_PER_DEGREE),
        GPSLongitudeRef: 'E',
        GPSLongitude: fractions(LONGITUDE + shot.east / (METRES_PER_DEGREE * Math.cos((LATITUDE * Math.PI) / 180))),
        GPSAltitudeRef: '0',
        GPSAltitude: `${Math.round(shot.up * 1000)}/1000`,
      },
    })
    .toBuffer()

/** A zip archive of two lines of three photos. */
export async function nadirArchive(): Promise<Buffer> {
  const noise = createNoise()
  const tilts = [0.02, -0.03, 0.01, 0.03, -0.02, -0.01]
  const photos = tilts.map(async (tilt, at): Promise<[string, Uint8Array]> => {
    const [line, along] = [Math.floor(at / 3), at % 3]
    const shot = {
      east: line * ACROSS,
      north: along * ALONG,
      up: FLYING + 10 * tilt,
      pitch: tilt,
      roll: tilts[(at + 2) % tilts.length] ?? 0,
    }
    return [`DJI_000${at}.JPG`, new Uint8Array(await encode(shot, drawPhoto(shot, noise), at))]
  })
  return Buffer.from(zipSync(Object.fromEntries(await Promise.all(photos)), { level: 0 }))
}
