// Where and when the photos were taken.
import { percent } from '#domain/flights.ts'
import { naturalOrder } from '#domain/natural-order.ts'
import { aroundMiddle, FAR_METRES } from '../around-middle.ts'
import { isNowhere, type ReadPhoto } from '../main-set.ts'
import { sunOver } from '../sun.ts'
import { type Check, combined, finding, photosText, photosThat, type Said, severityOf } from './check.ts'

const LOST = { stop: 0.2, warn: 0.02 }
const SAME_PLACE_MAX = 5

export const positions: Check = ({ read }) => {
  if (read.length === 0) return undefined
  const missing = read.filter(({ photo }) => photo.position === null || isNowhere(photo.position))
  const lost = [...missing, ...farAway(read), ...atOnePlace(read)]
  const severity = severityOf(lost.length / read.length, LOST)
  if (!severity) return undefined
  const message =
    missing.length === read.length
      ? 'No photo has a position. Without positions, a map has no place and no scale unless you send ground control points.'
      : `${photosThat(lost.length, 'has', 'have')} no position, one far from the others, or always the same one: ${percent(lost.length / read.length)} of all. Photos without a right position may be left out.`
  return finding({ id: 'positions', severity, message, photos: lost })
}

function farAway(read: readonly ReadPhoto[]): ReadPhoto[] {
  const places = read.flatMap(({ photo: { position } }) => (position && !isNowhere(position) ? [position] : []))
  const { metresTo } = aroundMiddle(places)
  return read.filter(({ photo: { position } }) => position && !isNowhere(position) && metresTo(position) > FAR_METRES)
}

/** A receiver that hangs. Bands of one capture share a place, too. */
function atOnePlace(read: readonly ReadPhoto[]): ReadPhoto[] {
  const alone = read.filter(({ photo }) => photo.band === null)
  const found: ReadPhoto[] = []
  let run: ReadPhoto[] = []
  for (const one of alone) {
    const before = run.at(-1)?.photo.position
    const { position } = one.photo
    const isSame =
      before && position && !isNowhere(position) && before.lon === position.lon && before.lat === position.lat
    run = isSame ? [...run, one] : [one]
    if (run.length === SAME_PLACE_MAX + 1) found.push(...run)
    else if (run.length > SAME_PLACE_MAX + 1) found.push(one)
  }
  return found
}

export const altitudes: Check = ({ read }) => {
  const found = read.filter(({ photo: { position } }) => position?.altitude != null && !position.hasAltitudeReference)
  if (found.length === 0) return undefined
  const message = `${photosThat(found.length, 'does', 'do')} not say whether the altitude is above or below the sea. It is taken to be above.`
  return finding({ id: 'altitudes', severity: 'inform', message, photos: found })
}

export const references: Check = ({ read }) => {
  const found = read.filter(({ photo: { position } }) => position && !position.hasReferences)
  if (found.length === 0) return undefined
  const message = `${photosThat(found.length, 'does', 'do')} not say whether the position is north or south, east or west. North and east are taken: look whether the place on the map is right.`
  return finding({ id: 'references', severity: 'warn', message, photos: found })
}

const TAKEN_BECAUSE = {
  Exif: 'That of Exif is taken, because programs for PPK rewrite it and leave XMP.',
  XMP: 'That of XMP is taken, because it is fixed by RTK.',
}

export const twoPlaces: Check = ({ read }) => {
  const disputed = read.flatMap((one) =>
    one.photo.position?.dispute ? [{ ...one, ...one.photo.position.dispute }] : [],
  )
  const said = (['Exif', 'XMP'] as const).flatMap((taken) => {
    const found = disputed.filter((one) => one.taken === taken)
    return [saidOf(found, 'metres', taken), saidOf(found, 'heightMetres', taken)].flat()
  })
  return combined('two-places', said)
}

type Disputed = ReadPhoto & { metres: number; heightMetres: number }

function saidOf(disputed: readonly Disputed[], by: 'metres' | 'heightMetres', taken: 'Exif' | 'XMP'): Said[] {
  const photos = disputed.filter((one) => one[by] > 0)
  if (photos.length === 0) return []
  const most = Math.max(...photos.map((one) => one[by])).toLocaleString('en', { maximumSignificantDigits: 2 })
  const isPlace = by === 'metres'
  const text = `${photosThat(photos.length, 'has', 'have')} ${isPlace ? 'a place' : 'an altitude'} in Exif and another in XMP, up to ${most} m apart. ${TAKEN_BECAUSE[taken]}${isPlace ? ' Look whether the place on the map is right.' : ''}`
  return [{ severity: isPlace ? 'warn' : 'inform', text, photos }]
}

const HOURS_MAX = 2
const FIRST_YEAR = 2005

const millisecondsOf = (takenAt: string): number => Date.parse(`${takenAt}Z`)
const dated = (read: readonly ReadPhoto[]) =>
  read.flatMap(({ name, photo: { takenAt } }) => (takenAt === null ? [] : [{ name, takenAt }]))

export const clock: Check = ({ read }) => {
  const unset = dated(read).filter(({ takenAt }) => Number(takenAt.slice(0, 4)) < FIRST_YEAR)
  if (unset.length > 0)
    return finding({
      id: 'clock',
      severity: 'warn',
      message: `${photosThat(unset.length, 'is', 'are')} dated ${unset[0]?.takenAt.slice(0, 10)}: the clock of the camera was not set. ${NAME_THE_DATE}`,
      photos: unset,
    })
  const [off, back] = [offSatellites(read), setBack(read)]
  if (off.length === 0 && back.length === 0) return undefined
  const message =
    off.length > 0
      ? `The clock of ${photosText(off.length)} differs by more than a day from the time of the satellites.`
      : `The clock was set back during the flight, so the order of the photos is in doubt.`
  return finding({
    id: 'clock',
    severity: 'warn',
    message: `${message} ${NAME_THE_DATE}`,
    photos: off.length > 0 ? off : back,
  })
}

const NAME_THE_DATE = 'Name the date of the flight in the description.'
/** No time zone is farther from UTC, and a day is to spare for the date line. */
const ZONE_HOURS_MAX = 26

const offSatellites = (read: readonly ReadPhoto[]): ReadPhoto[] =>
  read.filter(
    ({ photo: { takenAt, takenAtUtc } }) =>
      takenAt !== null &&
      takenAtUtc !== null &&
      Math.abs(millisecondsOf(takenAt) - takenAtUtc) > ZONE_HOURS_MAX * 3_600_000,
  )

/** Cameras number photos one after the other: those that are more than an hour before one with a lower number, in the same folder. */
function setBack(read: readonly ReadPhoto[]): ReadPhoto[] {
  const folders = Map.groupBy(read, ({ name }) => name.slice(0, name.lastIndexOf('/') + 1))
  return [...folders.values()].flatMap((photos) => {
    const ordered = photos.toSorted((one, other) => naturalOrder(one.name, other.name))
    let latest = Number.NEGATIVE_INFINITY
    return ordered.filter(({ photo: { takenAt } }) => {
      if (takenAt === null) return false
      const at = millisecondsOf(takenAt)
      const isBack = at < latest - 3_600_000
      latest = Math.max(latest, at)
      return isBack
    })
  })
}

/** Lower, shadows are longer than plants are high by half, and light changes fast. */
const SUN_DEGREES_MIN = 30

export const lowSun: Check = ({ read }) => {
  const sun = sunOver(read)
  if (!sun || sun.lowest >= SUN_DEGREES_MIN) return undefined
  const message = `The sun stood ${Math.round(sun.lowest)} degrees high. Below ${SUN_DEGREES_MIN} degrees, shadows are long and hide plants and soil. Fly nearer to noon.`
  return finding({ id: 'low-sun', severity: 'inform', message })
}

export const dates: Check = ({ read }) => {
  const sorted = dated(read)
    .filter(({ takenAt }) => Number(takenAt.slice(0, 4)) >= FIRST_YEAR)
    .sort((one, other) => millisecondsOf(one.takenAt) - millisecondsOf(other.takenAt))
  const days = [...new Set(sorted.map(({ takenAt }) => takenAt.slice(0, 10)))]
  if (days.length > 1)
    return finding({
      id: 'dates',
      severity: 'warn',
      message: `The photos are of ${days.length} days, from ${days[0]} to ${days.at(-1)}. Plants and light differ between days: send each flight as a request of its own.`,
    })
  const gaps = sorted.map(({ takenAt }, at) => {
    const before = sorted[at - 1]
    return before ? (millisecondsOf(takenAt) - millisecondsOf(before.takenAt)) / 3_600_000 : 0
  })
  const longest = Math.max(0, ...gaps)
  if (longest <= HOURS_MAX) return undefined
  const message = `There is a break of ${Math.floor(longest)} hours within the flight. Light changes in the meantime, and so do colours.`
  return finding({ id: 'dates', severity: 'warn', message })
}
