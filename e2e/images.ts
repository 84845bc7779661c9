import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { zipSync } from 'fflate'
import sharp from 'sharp'

/** Real drone images, when the data folder beside the project is there. */
// Absolute, because a browser drops nothing for a relative path.
const DATA = resolve(process.env.SKYFURROW_DATA ?? '../shared/data')
const PHOTOS = join(DATA, 'raw-dji-brighton/images')
const FLIGHTS = join(DATA, 'soy-trial-lamberton/flights')

export const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

/** A zip archive of raw photos in `folder`: 18 real ones (62 MB), or 18 drawn ones (some 20 MB). */
export async function makeArchive(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const photos = existsSync(PHOTOS) ? readPhotos() : await drawPhotos()
  const file = join(folder, 'brighton_beach_2026-06-14.zip')
  writeFileSync(file, zipSync(photos, { level: 0 }))
  return file
}

/** Two GeoTIFF files for a report: real orthomosaics, or drawn ones. */
export async function makeReportFiles(folder: string): Promise<string[]> {
  if (existsSync(FLIGHTS))
    return readdirSync(FLIGHTS)
      .sort()
      .slice(0, 2)
      .map((name) => join(FLIGHTS, name))
  mkdirSync(folder, { recursive: true })
  return Promise.all(
    ['20180815_drawn.tif', '20180822_drawn.tif'].map(async (name, index) => {
      const file = join(folder, name)
      await noise(900 + index)
        .tiff({ compression: 'none' })
        .toFile(file)
      return file
    }),
  )
}

const readPhotos = (): Record<string, Uint8Array> =>
  Object.fromEntries(
    readdirSync(PHOTOS)
      .sort()
      .map((name) => [`images/${basename(name)}`, new Uint8Array(readFileSync(join(PHOTOS, name)))]),
  )

async function drawPhotos(): Promise<Record<string, Uint8Array>> {
  const photos: Record<string, Uint8Array> = {}
  for (let number = 18; number < 36; number += 1)
    photos[`images/DJI_00${number}.JPG`] = await noise(1000).jpeg({ quality: 90 }).toBuffer()
  return photos
}

/** A square picture of that many pixels that does not compress away. */
const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#5fa657',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })

/** A file of that many megabytes that stands for an archive; small enough to be sent in a moment. */
export function makeFile(folder: string, name: string, megabytes: number): string {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, name)
  writeFileSync(file, randomBytes(megabytes * 1024 * 1024))
  return file
}
