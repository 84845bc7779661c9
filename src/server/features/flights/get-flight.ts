import type { FlightReply } from '#contract/flights.ts'
import { type Acknowledgement, type Flight, isAcknowledged, NO_ANSWERS } from '#domain/flights.ts'
import { isStaff } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { fullNamesOf } from '../../full-names.ts'
import { loadAnalysis } from '../analyses/queries.ts'
import { hasAnswers } from '../files/derived.ts'
import { newestArchive } from './queries.ts'
import { findSameField } from './same-field.ts'

const UNKNOWN: Omit<FlightReply, 'state' | 'reason' | 'answers'> = {
  photos: 0,
  readable: 0,
  gsdCm: null,
  heightMetres: null,
  heightSource: null,
  frontOverlap: null,
  sideOverlap: null,
  areaHectares: null,
  medianPhotos: null,
  footprintMetres: null,
  cameras: [],
  takenFrom: null,
  takenTo: null,
  sunDegrees: null,
  rtkFixedShare: null,
  bands: [],
  checks: [],
  positions: [],
  controlPoints: [],
  sameField: null,
}

/** Of the newest archive of a request. One that is looked at again, with what people say of it now, waits. */
export async function getFlight(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { analysisRequestId }: { analysisRequestId: string },
): Promise<FlightReply> {
  const analysis = await loadAnalysis(db, actor, analysisRequestId)
  const newest = await newestArchive(db, analysis.id)
    .select(['files.damagedAt', 'files.virusScan', 'flights.flight', 'flights.reason', 'flights.acknowledged'])
    .select(['west', 'south', 'east', 'north', 'hull'])
    .select(hasAnswers.as('hasAnswers'))
    .executeTakeFirst()
  const answers = analysis.flightAnswers ?? NO_ANSWERS
  const reason = whyNot(newest)
  if (reason === null && newest?.flight && newest.hasAnswers) {
    const acknowledged = newest.acknowledged ?? []
    const staff = isStaff(actor) ? acknowledged.map(({ userId }) => userId) : []
    const names = await fullNamesOf(db, staff)
    const same = await findSameField(db, analysis, newest)
    const checks = [...newest.flight.checks, ...(same ? [same.check] : [])].map(present(acknowledged, names))
    // A flight that an earlier version looked at says less.
    return { state: 'READY', reason, ...UNKNOWN, ...newest.flight, checks, answers, sameField: same?.link ?? null }
  }
  return { state: reason === null ? 'WAITING' : 'UNREADABLE', reason, ...UNKNOWN, answers }
}

type Newest = { damagedAt: Date | null; virusScan: string | null; reason: string | null; hasAnswers: boolean }

function whyNot(newest: Newest | undefined): string | null {
  if (newest?.damagedAt) return 'The archive is damaged in our storage.'
  if (newest?.virusScan === 'infected') return 'The archive is blocked, because the virus scanner found a threat in it.'
  return newest?.hasAnswers ? newest.reason : null
}

const present =
  (acknowledged: readonly Acknowledgement[], names: ReadonlyMap<string, string>) =>
  (check: Flight['checks'][number]): FlightReply['checks'][number] => {
    const found = acknowledged.find((one) => isAcknowledged(check, [one]))
    return { ...check, acknowledged: found ? { at: found.at, by: names.get(found.userId) ?? null } : null }
  }
