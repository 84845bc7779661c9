// Reads what the photos say, chooses those that can become a map, and makes them small for matching.
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { metresAround, type Place } from '#imagery/flights/local-metres.ts'
import type { Photo } from '#imagery/photos/photo.ts'
import { type Colours, nearInfraredOf } from '#imagery/photos/pixels/colours.ts'
import { positionErrorOf } from '#imagery/photos/position-error.ts'
import { readPhoto } from '#imagery/photos/read-photo.ts'
import { fromLonLat } from '#imagery/rasters/crs.ts'
import { utmAt } from '#imagery/rasters/utm.ts'
import type { Fix } from '#imagery/reconstruction/adjust.ts'
import { camerasOf, pairsOf } from '#imagery/reconstruction/match-plan.ts'
import { refuse } from '#imagery/reconstruction/refusal.ts'
import { type Candidate, type Chosen, selectPhotos } from '#imagery/reconstruction/select-photos.ts'
import { takesRowsAtOnce } from '#imagery/reconstruction/speeds.ts'
import { sharp } from '../../../../compute/safe-sharp.ts'
import { readAt, withFile } from '../../../../compute/scratch-file.ts'
import { type CopiedPhoto, type MatchedPhoto, type Prepared, readStep, writeStep } from '../preview-files.ts'
import { openPhoto } from './open-photo.ts'
import type { Report } from './report.ts'

/** Of the longer side, in pixels. */
export const MATCHED_SIDE = 1600
const [SMALL_SIDE, SHARPNESS_SIDE] = [256, 800]
const MATCHED_QUALITY = 92

export async function preparePhotos(folder: string, report: Report): Promise<void> {
  const copied = await readStep(folder, 'copied')
  const candidates: Looked[] = []
  for (const [at, one] of copied.entries()) {
    candidates.push(await look(folder, one))
    report((0.6 * (at + 1)) / copied.length)
  }
  const off = candidates.filter(({ isElsewhere }) => isElsewhere).length
  const selected = selectPhotos(candidates)
  const { chosen, leftOut, height } = selected
  const refusal =
    off > ELSEWHERE_MAX * candidates.length ? refuse.otherPositions(off, candidates.length) : selected.refusal
  const nearInfrared = nearInfraredOf(candidates).length
  const base = { refusal, photos: copied.length, leftOut, statedHeight: height, nearInfrared }
  if (refusal)
    return writeStep(folder, 'prepared', { ...base, epsg: 0, origin: [0, 0], cameras: [], pairs: [], matched: [] })
  const groups = camerasOf(chosen)
  const names = new Map<Chosen, string>()
  for (const [camera, group] of groups.entries())
    for (const photo of group) names.set(photo, `${camera}/${String(photo.index).padStart(4, '0')}.jpg`)
  const nameOf = (photo: Chosen | undefined): string => (photo && names.get(photo)) ?? ''
  const { epsg, origin, fixes } = locate(chosen)
  const matched: MatchedPhoto[] = []
  for (const camera of groups.keys()) await mkdir(join(folder, 'matched', String(camera)), { recursive: true })
  for (const [at, photo] of chosen.entries()) {
    matched.push(
      await makeSmall(folder, photo, {
        file: copied[photo.index]?.file ?? '',
        matchedName: nameOf(photo),
        fix: fixes[at] as Fix,
      }),
    )
    report(0.6 + (0.4 * (at + 1)) / chosen.length)
  }
  const cameras = groups.map((group): Prepared['cameras'][number] => {
    const all = group.map(nameOf)
    const [first] = matched.filter(({ matchedName }) => matchedName === all[0])
    const { width = 0, height: high = 0 } = group[0]?.photo ?? {}
    const scale = first?.scale ?? 1
    return {
      names: all,
      width: Math.round((width ?? 0) / scale),
      height: Math.round((high ?? 0) / scale),
      focal: first?.focal ?? 0,
    }
  })
  const pairs = pairsOf(chosen, height).map(([one, other]): [string, string] => [
    nameOf(chosen[one]),
    nameOf(chosen[other]),
  ])
  await writeStep(folder, 'prepared', { ...base, epsg, origin, cameras, pairs, matched })
}

/** In metres and a share of photos: positions of usual receivers are off by less. */
const [ELSEWHERE, ELSEWHERE_MAX] = [50, 0.05]

/** A file says that it was taken elsewhere. */
type Looked = Candidate & { colours: Colours | null; isElsewhere: boolean }

const look = (folder: string, { name, file, position }: CopiedPhoto): Promise<Looked> =>
  withFile(join(folder, file), 'r', async (handle) => {
    const { size } = await handle.stat()
    const found = await readPhoto({ size, readRange: (from, to) => readAt(handle, from, to - from) }, true)
    const photo = found ? placedBy(position, found.photo) : null
    const sharpness = photo && (await sharpnessOf(join(folder, file)))
    const isElsewhere = position !== null && distanceTo(position, found?.photo ?? null) > ELSEWHERE
    return { name, photo, sharpness, colours: found?.pixels.colours ?? null, isElsewhere }
  })

/** 0 of a photo that says no place. */
function distanceTo(place: Place, photo: Photo | null): number {
  if (!photo?.position) return 0
  const { east, north } = metresAround(place).toMetres(photo.position)
  return Math.hypot(east, north)
}

/** As a file beside it says. */
const placedBy = (position: CopiedPhoto['position'], photo: Photo): Photo =>
  position && photo.position
    ? {
        ...photo,
        position: { ...photo.position, lon: position.lon, lat: position.lat, altitude: position.height },
        rtk: {
          flag: position.error.flag,
          sdLon: position.error.across,
          sdLat: position.error.across,
          sdHeight: position.error.up,
        },
      }
    : photo

/** Some cameras write bytes between rows and their end, which do no harm. */
const HARMLESS = /extraneous bytes/

/** Null for pixels that can't be read, or are damaged. */
async function sharpnessOf(path: string, isStrict = true): Promise<number | null> {
  try {
    const small = await (await openPhoto(path, { isStrict }))
      .resize(SHARPNESS_SIDE, SHARPNESS_SIDE, { fit: 'inside' })
      .greyscale()
      .png({ compressionLevel: 1 })
      .toBuffer()
    return (await sharp(small).stats()).sharpness
  } catch (error) {
    const isHarmless = isStrict && error instanceof Error && HARMLESS.test(error.message)
    return isHarmless ? sharpnessOf(path, false) : null
  }
}

type Where = { file: string; matchedName: string; fix: Fix }

async function makeSmall(folder: string, { name, photo, ratio }: Chosen, where: Where): Promise<MatchedPhoto> {
  const read = await openPhoto(join(folder, where.file))
  const side = Math.max(photo.width ?? 0, photo.height ?? 0)
  const info = await read
    .resize(MATCHED_SIDE, MATCHED_SIDE, { fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .toColourspace('srgb')
    .jpeg({ quality: MATCHED_QUALITY })
    .toFile(join(folder, 'matched', where.matchedName))
  const small = await sharp(await readFile(join(folder, 'matched', where.matchedName)))
    .resize(SMALL_SIDE, SMALL_SIDE, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const matchedSide = Math.max(info.width, info.height)
  return {
    ...where,
    name,
    serial: photo.serial,
    seconds: secondsOf(photo),
    scale: side / matchedSide,
    focal: ratio.ratio * matchedSide,
    small: { width: small.info.width, height: small.info.height, rgb: new Uint8Array(small.data) },
  }
}

function secondsOf({ takenAt, model }: Photo): number | null {
  const time = takenAt === null || takesRowsAtOnce(model) ? Number.NaN : Date.parse(`${takenAt}Z`)
  return Number.isNaN(time) ? null : time / 1000
}

/** In the zone of the middle of the flight, from an origin in whole metres. */
function locate(chosen: readonly Chosen[]) {
  const places = chosen.map(({ photo }) => photo.position ?? { lon: 0, lat: 0, altitude: null })
  const mean = (of: (at: number) => number): number => places.reduce((sum, _, at) => sum + of(at), 0) / places.length
  const crs = utmAt(
    mean((at) => places[at]?.lon ?? 0),
    mean((at) => places[at]?.lat ?? 0),
  )
  const metres = places.map(({ lon, lat }) => fromLonLat(crs, [lon, lat]))
  const origin: [number, number] = [
    Math.round(mean((at) => metres[at]?.[0] ?? 0)),
    Math.round(mean((at) => metres[at]?.[1] ?? 0)),
  ]
  const fixes = chosen.map(({ photo }, at): Fix => {
    const [x = 0, y = 0] = metres[at] ?? []
    const { flag, sdLon, sdLat, sdHeight } = photo.rtk ?? { flag: null, sdLon: null, sdLat: null, sdHeight: null }
    return {
      at: [x - origin[0], y - origin[1], photo.position?.altitude ?? photo.relativeAltitude ?? 0],
      ...positionErrorOf({ flag, across: Math.max(sdLon ?? 0, sdLat ?? 0) || null, up: sdHeight }),
    }
  })
  return { epsg: crs.epsg, origin, fixes }
}
