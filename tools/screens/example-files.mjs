// The files of the examples: small, but of the kinds that people send and receive.
import { join } from 'node:path'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import { makeTiff } from '../../src/imagery/testing/make-tiff.ts'
import { ROOT } from '../lib/launch.mjs'

const PICTURES = join(ROOT, 'src/web/public/pictures')
const POINTS = 'name,easting,northing,height\nGCP1,412086.31,5706214.88,61.42\nGCP2,412139.77,5706208.15,61.97\n'

/** A ZIP archive of as many photos, with a ground control file. */
export async function archiveOf(photos) {
  const photo = await sharp(join(PICTURES, 'orthomosaic-480.avif')).jpeg({ quality: 70 }).toBuffer()
  const names = Array.from({ length: photos }, (_, at) => `flight/DJI_${String(at + 18).padStart(4, '0')}.JPG`)
  const files = Object.fromEntries(names.map((name) => [name, photo]))
  return Buffer.from(zipSync({ ...files, 'flight/gcp.csv': Buffer.from(POINTS) }, { level: 0 }))
}

export async function reportFiles() {
  const { data, info } = await field().toBuffer({ resolveWithObject: true })
  // Earlier in the season, before the early lines turned yellow.
  const earlier = await field().modulate({ hue: 22, saturation: 0.92 }).toBuffer()
  return [
    ['lamberton_2026-07-14_orthomosaic.tif', orthomosaic(earlier, info)],
    ['lamberton_2026-08-15_orthomosaic.tif', orthomosaic(data, info)],
    ['lamberton_2026-08-15_surface_model.tif', await surfaceModel(data, info)],
    ['lamberton_2026-08-15_plots.csv', Buffer.from(plotTable())],
  ]
}

const field = () => sharp(join(PICTURES, 'field-photo-1760.avif')).flatten().raw()

/** Pixels of 3 cm in UTM zone 15 north. */
const PLACE = {
  scale: [0.03, 0.03, 0],
  tiepoint: [0, 0, 0, 303_120, 4_902_340, 0],
  keys: { 1024: 1, 1025: 1, 3072: 32_615 },
  compression: 'deflate',
}

const orthomosaic = (pixels, { width, height }) =>
  makeTiff({
    ...PLACE,
    width,
    height,
    bands: 3,
    photometric: 2,
    valueAt: (x, y, band) => pixels[(y * width + x) * 3 + band],
  })

/** Heights in metres: green stands up to a metre above ground that falls to the east. */
async function surfaceModel(pixels, { width, height }) {
  const green = Uint8Array.from({ length: width * height }, (_, at) => {
    const [r, g, b] = pixels.subarray(at * 3, at * 3 + 3)
    return Math.max(0, Math.min(255, (255 * 2 * (2 * g - r - b)) / (r + g + b + 1)))
  })
  const canopy = await sharp(green, { raw: { width, height, channels: 1 } })
    .blur(2.5)
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return makeTiff({
    ...PLACE,
    width,
    height,
    sampleType: 'float32',
    valueAt: (x, y) => 351.4 - 0.0004 * x + 0.0002 * y + canopy[y * width + x] / 255,
  })
}

function plotTable() {
  const rows = Array.from({ length: 120 }, (_, at) => {
    const [range, column] = [Math.floor(at / 24) + 1, (at % 24) + 1]
    const index = 0.62 + 0.2 * Math.sin(at * 1.7)
    return [range * 100 + column, index.toFixed(2), (60 + 30 * index).toFixed(0), (54 + 31 * index).toFixed(1)].join(
      ',',
    )
  })
  return `plot,index,cover_percent,height_cm\n${rows.join('\n')}\n`
}
