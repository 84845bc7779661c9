// What a check is given, and how it says what it found.
import type { ReportCategory } from '#domain/analyses.ts'
import { CHECK_PHOTOS_MAX, type CheckId, type CheckSeverity, type FlightCheck } from '#domain/flights.ts'
import type { ArchivePhoto } from '../archive-photos.ts'
import type { Geometry } from '../geometry.ts'
import type { PlacedPhoto, ReadPhoto } from '../main-set.ts'

export type FlightFacts = {
  /** All of the archive. */
  photos: readonly ArchivePhoto[]
  /** Those that say something of themselves, in the order in which they were taken. */
  read: readonly ReadPhoto[]
  /** Those of which the geometry is. */
  main: readonly PlacedPhoto[]
  geometry: Geometry
  outputs: readonly ReportCategory[]
}

/** Thresholds without a source are a judgement. */
export type Check = (facts: FlightFacts) => FlightCheck | undefined

type Found = { id: CheckId; severity: CheckSeverity; message: string; photos?: readonly { name: string }[] }

export const finding = ({ photos = [], ...found }: Found): FlightCheck => ({
  ...found,
  photos: photos.slice(0, CHECK_PHOTOS_MAX).map(({ name }) => name),
})

/** '1 photo', '1,204 photos'. */
export const photosText = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'photo' : 'photos'}`
/** '1 photo has', '1,204 photos have'. */
export const photosThat = (count: number, one: string, many: string): string =>
  `${photosText(count)} ${count === 1 ? one : many}`

/** `stop` above the first share, `warn` above the second. */
export function severityOf(share: number, { stop, warn }: { stop: number; warn: number }): CheckSeverity | undefined {
  if (share > stop) return 'stop'
  return share > warn ? 'warn' : undefined
}
