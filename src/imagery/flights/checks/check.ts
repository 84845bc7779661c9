// What a check is given, and how it says what it found.
import type { ReportCategory } from '#domain/analyses.ts'
import { isolateName } from '#domain/display-names.ts'
import {
  CHECK_PHOTOS_MAX,
  CHECK_SEVERITIES,
  type CheckId,
  type CheckSeverity,
  type FlightCheck,
} from '#domain/flights.ts'
import { counted } from '#domain/units.ts'
import type { OtherFiles } from '../archive-entries.ts'
import type { ArchivePhoto } from '../archive-photos.ts'
import type { ControlPoints } from '../control-points.ts'
import type { Geometry } from '../geometry.ts'
import type { PlacedPhoto, ReadPhoto } from '../main-set.ts'

export type FlightFacts = {
  /** All of the archive. */
  photos: readonly ArchivePhoto[]
  /** Pictures that are none. */
  maps: readonly ArchivePhoto[]
  /** Those that say something of themselves, in the order in which they were taken. */
  read: readonly ReadPhoto[]
  /** Those of which the geometry is. */
  main: readonly PlacedPhoto[]
  geometry: Geometry
  outputs: readonly ReportCategory[]
  controlPoints: ControlPoints
  others: OtherFiles
}

/** Thresholds without a source are a judgement. */
export type Check = (facts: FlightFacts) => FlightCheck | undefined

type Found = { id: CheckId; severity: CheckSeverity; message: string; photos?: readonly { name: string }[] }

export const finding = ({ photos = [], ...found }: Found): FlightCheck => ({
  ...found,
  photos: photos.slice(0, CHECK_PHOTOS_MAX).map(({ name }) => name),
})

/** One sentence or two of a finding that has several. */
export type Said = { severity: CheckSeverity; text: string; photos?: readonly { name: string }[] }

const SAID_MAX = 10

/** One finding of all that is said, the worst first; undefined when nothing is. */
export function combined(id: CheckId, said: readonly Said[]): FlightCheck | undefined {
  const rank = ({ severity }: Said) => CHECK_SEVERITIES.indexOf(severity)
  const sorted = said.toSorted((one, other) => rank(one) - rank(other))
  const [worst] = sorted
  if (!worst) return undefined
  const more = sorted.length - SAID_MAX
  const texts = sorted.slice(0, SAID_MAX).map(({ text }) => text)
  return finding({
    id,
    severity: worst.severity,
    message: [...texts, ...(more > 0 ? [`There are ${more.toLocaleString('en')} more findings like these.`] : [])].join(
      ' ',
    ),
    photos: sorted.flatMap(({ photos = [] }) => photos),
  })
}

/** '1 photo', '1,204 photos'. */
export const photosText = (count: number): string => counted(count, 'photo')
/** '1 photo has', '1,204 photos have'. */
export const photosThat = (count: number, one: string, many: string): string =>
  `${photosText(count)} ${count === 1 ? one : many}`

/** `stop` above the first share, `warn` above the second. */
export function severityOf(share: number, { stop, warn }: { stop: number; warn: number }): CheckSeverity | undefined {
  if (share > stop) return 'stop'
  return share > warn ? 'warn' : undefined
}

const NAMED_MAX = 5
const NAME_CHARACTERS_MAX = 255

/** Of a file, a point or a photo, within a sentence. */
export const shownName = (name: string): string => isolateName(name.slice(0, NAME_CHARACTERS_MAX))

/** 'A, B and 3 more'. */
export function listed(names: readonly string[]): string {
  const first = names.slice(0, NAMED_MAX).map(shownName)
  const more = names.length - first.length
  if (more > 0) return `${first.join(', ')} and ${more.toLocaleString('en')} more`
  return first.length < 2 ? first.join('') : `${first.slice(0, -1).join(', ')} and ${first.at(-1)}`
}
