// The files of the examples: small, but of the kinds that people send and receive.
import { join } from 'node:path'
import { zipSync } from 'fflate'
import proj4 from 'proj4'
import sharp from 'sharp'
import { metresAround } from '../../src/imagery/flights/local-metres.ts'
import {
  addExif,
  addXmp,
  degreesMinutesSeconds,
  makeTiffWithThumbnail,
  xmpOf,
} from '../../src/imagery/photos/testing/make-photo.ts'
import { makeTiff } from '../../src/imagery/testing/make-tiff.ts'
import { ROOT } from '../lib/launch.mjs'

const PICTURES = join(ROOT, 'src/web/public/pictures')
/** A ZIP archive of as many photos that say nothing of themselves, with a ground control file. */
export async function archiveOf(photos) {
  const photo = await sharp(join(PICTURES, 'orthomosaic-480.avif')).jpeg({ quality: 70 }).toBuffer()
  const names = Array.from({ length: photos }, (_, at) => `flight/DJI_${String(at + 18).padStart(4, '0')}.JPG`)
  const files = Object.fromEntries(names.map((name) => [name, photo]))
  return Buffer.from(zipSync({ ...files, 'flight/gcp.csv': Buffer.from(points()) }, { level: 0 }))
}

/** Photos of the drawn field: 60 x 45 m each from 40 m, 75 % overlap along lines and 65 % between them. */
const FLIGHT = {
  corner: { lon: -95.3992, lat: 44.2384 },
  pixelMetres: 0.09375,
  lines: 3,
  shots: 8,
  step: 15,
  apart: 15.75,
}
const [WIDTH, HEIGHT] = [640, 480]

/** A ZIP archive of a flight over the field, with a file of ground control points. */
export async function flightArchive() {
  const { lines, shots } = FLIGHT
  const picture = await sharp(join(PICTURES, 'field-photo-1760.avif')).flatten().toBuffer()
  const photos = Array.from({ length: lines * shots }, (_, at) => photoOf(picture, at))
  const files = Object.fromEntries(
    (await Promise.all(photos)).map((photo, at) => [`flight/DJI_${String(at + 18).padStart(4, '0')}.JPG`, photo]),
  )
  return Buffer.from(zipSync({ ...files, 'flight/gcp.csv': Buffer.from(points()) }, { level: 0 }))
}

async function photoOf(picture, at) {
  const { corner, pixelMetres, shots, step, apart } = FLIGHT
  const line = Math.floor(at / shots)
  const along = line % 2 === 0 ? at % shots : shots - 1 - (at % shots)
  const place = { left: Math.round((along * step) / pixelMetres), top: Math.round((line * apart) / pixelMetres) }
  const crop = sharp(picture).extract({ ...place, width: WIDTH, height: HEIGHT })
  const [jpeg, thumbnail] = await Promise.all([
    crop.clone().resize(1600, 1200).jpeg({ quality: 80 }).toBuffer(),
    crop.clone().resize(160, 120).jpeg({ quality: 75 }).toBuffer(),
  ])
  const { lon, lat } = metresAround(corner).toPlace({
    east: (place.left + WIDTH / 2) * pixelMetres,
    north: -(place.top + HEIGHT / 2) * pixelMetres,
  })
  const taken = new Date(Date.UTC(2026, 6, 14, 10, 12) + 3000 * at).toISOString()
  const xmp = xmpOf({
    'drone-dji:RelativeAltitude': '+40.00',
    'drone-dji:GimbalPitchDegree': '-90.00',
    'drone-dji:GimbalYawDegree': '0.00',
  })
  const tiff = makeTiffWithThumbnail(
    {
      271: 'DJI',
      272: 'FC6310S',
      34_665: {
        directory: {
          33_434: { fractions: [[1, 1000]] },
          34_855: { short: [100] },
          36_867: `${taken.slice(0, 10).replaceAll('-', ':')} ${taken.slice(11, 19)}`,
          37_386: { fractions: [[88, 10]] },
        },
      },
      34_853: {
        directory: {
          1: 'N',
          2: { fractions: degreesMinutesSeconds(lat) },
          3: 'W',
          4: { fractions: degreesMinutesSeconds(lon) },
          5: { bytes: Uint8Array.of(0) },
          6: { fractions: [[391, 1]] },
        },
      },
    },
    thumbnail,
  )
  return addXmp(addExif(jpeg, tiff), xmp)
}

/** Five points, surveyed in UTM zone 15 north. */
function points() {
  const { corner } = FLIGHT
  const rows = [
    [12, 8],
    [150, 10],
    [80, 40],
    [14, 74],
    [152, 72],
  ].map(([east, south], at) => {
    const { lon, lat } = metresAround(corner).toPlace({ east, north: -south })
    const [easting, northing] = proj4('+proj=utm +zone=15 +datum=WGS84', [lon, lat])
    return `GCP${at + 1},${easting.toFixed(2)},${northing.toFixed(2)},351.${at}2`
  })
  return `name,easting,northing,height\n${rows.join('\n')}\n`
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
