import type { z } from 'zod'
import type { brapiObservation } from '#contract/brapi/rows.ts'
import type { Actor } from '../../actor.ts'
import type { Trial } from '../../adapters/db/schema.ts'
import type { BrapiDeps, Lister } from './answer.ts'
import type { Wanted } from './asked.ts'
import { areEntries, arePlots, entriesIn } from './entries.ts'
import { germplasmOf, UNIT_CHOICES, unitIdOf } from './ids.ts'
import { meanColumns, meansAtOnce, readMeans } from './means.ts'
import {
  allPlots,
  type Observed,
  type ObservedColumn,
  observedIn,
  type PlacedPlot,
  plotsFor,
  withVariables,
} from './observed.ts'
import { type Part, pageOfAll, pageOfParts } from './page.ts'
import { seasonOf } from './studies.ts'
import { STUDY_CHOICES, studiesFor, withStudiesOfUnits } from './visible-studies.ts'

type Observation = z.output<typeof brapiObservation>

/** Parameters that choose observations, beside those of studies and units. */
export const OBSERVATION_CHOICES = [
  'observationVariableDbId',
  'observationVariableName',
  'observationTimeStampRangeStart',
  'observationTimeStampRangeEnd',
] as const

/**
 * What was measured, flight by flight, trait by trait, plot by plot; then what people have recorded. At the level of entries, the means
 * of genotypes.
 */
export const observations: Lister<Observation> = {
  noun: 'observations',
  chooses: [...STUDY_CHOICES, ...UNIT_CHOICES, ...OBSERVATION_CHOICES, 'observationDbId'],
  async list(deps, actor, { wanted, paging }) {
    const { observationDbId: ids } = wanted
    if (ids) return pageOfAll(await withIds(deps, actor, { ...wanted, observationDbId: ids }), paging)
    const studies = await studiesFor(deps.db, actor, withStudiesOfUnits(wanted))
    const parts: Part<Observation>[] = []
    let atOnce = paging.pageSize
    for (const trial of studies) {
      const observed = await observedIn(deps.db, trial)
      if (arePlots(wanted)) parts.push(await plotObservations(deps, observed, wanted))
      if (!areEntries(wanted)) continue
      const means = await meansOf(deps, observed, wanted)
      atOnce = Math.min(atOnce, means.atOnce)
      parts.push(means.part)
    }
    return { ...(await pageOfParts(parts, { ...paging, pageSize: atOnce })), pageSize: atOnce }
  },
}

async function plotObservations(
  { db }: Pick<BrapiDeps, 'db'>,
  observed: Observed,
  wanted: Wanted,
): Promise<Part<Observation>> {
  const columns = observed.columns.filter((column) => isWanted(column, wanted))
  const found = await plotsFor(db, observed, wanted)
  const pieces = await piecesOf(columns, found)
  return {
    count: pieces.reduce((sum, { count }) => sum + count, 0),
    async read(from, limit) {
      const shown = shownOf(pieces, [from, from + limit])
      const whole = shown.filter(({ places }) => places === null)
      const first = Math.min(...whole.map((piece) => piece.from))
      const end = Math.max(...whole.map((piece) => piece.to))
      const plots = whole.length === 0 ? [] : await found.read(first, end - first)
      const shared = await sharedBy({ db }, observed.trial)
      const rows: Observation[] = []
      for (const { column, places, ...piece } of shown) {
        const its = places
          ? await found.at(places.slice(piece.from, piece.to))
          : plots.slice(piece.from - first, piece.to - first)
        rows.push(...(await observationsOf(column, its, shared)))
      }
      return rows
    },
  }
}

/** The observations of a column: of all plots, or of those at some places. */
type Piece = { column: ObservedColumn; count: number; places: readonly number[] | null }

async function piecesOf(
  columns: readonly ObservedColumn[],
  { count, names }: Awaited<ReturnType<typeof plotsFor>>,
): Promise<Piece[]> {
  const named = columns.some(({ scored }) => scored) ? await names() : []
  const pieces: Piece[] = []
  for (const column of columns) {
    const scored = await column.scored?.()
    const places = scored ? named.filter(({ plotId }) => scored.has(plotId)).map(({ place }) => place) : null
    pieces.push({ column, places, count: places?.length ?? count })
  }
  return pieces
}

/** What is read of each column, where rows stand column by column. */
function shownOf(pieces: readonly Piece[], [from, to]: readonly [number, number]) {
  let start = 0
  return pieces.flatMap((piece) => {
    const shown = { ...piece, from: Math.max(0, from - start), to: Math.min(piece.count, to - start) }
    start += piece.count
    return shown.from < shown.to ? [shown] : []
  })
}

async function meansOf(deps: Pick<BrapiDeps, 'db' | 'compute'>, observed: Observed, wanted: Wanted) {
  const plots = await allPlots(deps.db, observed)
  const all = meanColumns(plots, await withVariables(observed.columns))
  const columns = all.filter((column) => isWanted(column, wanted))
  const entries = entriesIn(plots, observed.trial.id, wanted)
  const part: Part<Observation> = {
    count: columns.length * entries.length,
    async read(from, limit) {
      const shared = await sharedBy(deps, observed.trial)
      return readMeans(deps, { plots, columns, entries, shared }, [from, from + limit])
    },
  }
  return { part, atOnce: meansAtOnce(plots.length, entries.length) }
}

/** What all observations of a study have. */
export const sharedBy = async ({ db }: Pick<BrapiDeps, 'db'>, trial: Trial) => ({
  studyDbId: trial.id,
  season: await seasonOf(db, trial),
})

/** What has no date is in no range of time. */
export function isWanted(
  { variableDbId, variableName, timeStamp }: Pick<ObservedColumn, 'variableDbId' | 'variableName' | 'timeStamp'>,
  wanted: Wanted,
): boolean {
  const [start] = wanted['observationTimeStampRangeStart'] ?? []
  const [end] = wanted['observationTimeStampRangeEnd'] ?? []
  const at = timeStamp === null ? Number.NaN : Date.parse(timeStamp)
  return (
    (wanted['observationVariableDbId']?.includes(variableDbId) ?? true) &&
    (wanted['observationVariableName']?.includes(variableName) ?? true) &&
    (start === undefined || at >= Date.parse(start)) &&
    (end === undefined || at < Date.parse(end))
  )
}

export async function observationsOf(
  column: ObservedColumn,
  plots: readonly PlacedPlot[],
  shared: Pick<Observation, 'studyDbId' | 'season'>,
): Promise<Observation[]> {
  const { variableDbId, variableName, timeStamp, collector } = column
  const cells = await column.cells(plots)
  return plots.map((plot, at) => {
    const { value = '', info = {} } = cells[at] ?? {}
    return {
      ...shared,
      collector,
      observationDbId: prefixOf(column) + plot.plotId,
      observationUnitDbId: unitIdOf(shared.studyDbId, plot),
      observationUnitName: plot.plotId,
      observationVariableDbId: variableDbId,
      observationVariableName: variableName,
      ...(timeStamp !== null && { observationTimeStamp: timeStamp }),
      ...germplasmOf(plot),
      ...(value !== '' && { value }),
      additionalInfo: info,
    }
  })
}

/** Of the ids of all observations of a column. */
const prefixOf = ({ id, variableDbId }: ObservedColumn): string => `${id}:${variableDbId}:`

/** Those with these ids, which say the measurement or the own column that they are of. */
async function withIds(
  deps: Pick<BrapiDeps, 'db'>,
  actor: Actor,
  { observationDbId: ids, ...wanted }: Wanted & { observationDbId: readonly string[] },
): Promise<Observation[]> {
  const sources = [...new Set(ids.map((id) => id.split(':', 1)[0] ?? ''))]
  const trials = await deps.db
    .selectFrom('measurements')
    .select('trialId')
    .where('id', 'in', sources)
    .union(deps.db.selectFrom('trialColumns').select('trialId').where('id', 'in', sources))
    .execute()
  const rows: Observation[] = []
  const of = { ...wanted, studyDbId: trials.map(({ trialId }) => trialId) }
  const isAsked = new Set(ids)
  for (const trial of await studiesFor(deps.db, actor, of)) {
    const observed = await observedIn(deps.db, trial)
    const columns = observed.columns.filter(
      (column) => isWanted(column, wanted) && ids.some((id) => id.startsWith(prefixOf(column))),
    )
    const plots = await allPlots(deps.db, observed, wanted)
    const shared = await sharedBy(deps, trial)
    for (const column of columns) {
      const scored = await column.scored?.()
      const shown = plots.filter(
        ({ plotId }) => isAsked.has(prefixOf(column) + plotId) && (scored?.has(plotId) ?? true),
      )
      rows.push(...(await observationsOf(column, shown, shared)))
    }
  }
  return rows
}
