// The files of the examples: small, but of the kinds that people send and receive.
import { join } from 'node:path'
import { zipSync } from 'fflate'
import sharp from 'sharp'
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

const map = (name) => sharp(join(PICTURES, `${name}-720.webp`))

export async function reportFiles() {
  return [
    ['lamberton_2026-08-15_orthomosaic.tif', await map('orthomosaic').tiff({ compression: 'lzw' }).toBuffer()],
    ['lamberton_2026-08-15_heat_map.png', await map('heat-map').png().toBuffer()],
    ['lamberton_2026-08-15_plots.csv', Buffer.from(plotTable())],
  ]
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
