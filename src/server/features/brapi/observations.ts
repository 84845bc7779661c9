import type { z } from 'zod'
import type { brapiObservation } from '#contract/brapi/rows.ts'
import type { Actor } from '../../actor.ts'
import type { Trial } from '../../adapters/db/schema.ts'
import { type PlotRow, plotsOf } from '../trials/queries.ts'
import type { BrapiDeps, Lister } from './answer.ts'
import type { Wanted } from './asked.ts'
import { areEntries, arePlots, entriesIn } from './entries.ts'
import { germplasmOf, UNIT_CHOICES, unitIdOf, unitMatches } from './ids.ts'
import { meanColumns, meansAtOnce, readMeans } from './means.ts'
import { withStudiesOfUnits } from './observation-units.ts'
import { type Observed, type ObservedColumn, observedIn } from './observed.ts'
import { type Part, pageOfAll, pageOfParts } from './page.ts'
import { seasonOf } from './studies.ts'
import { STUDY_CHOICES, studiesFor } from './visible-studies.ts'

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
  const places = await placesIn({ db }, observed, wanted)
  return {
    count: columns.length * places.length,
    async read(from, limit) {
      const shared = await sharedBy({ db }, observed.trial)
      const plots = await observed.plots()
      const rows: Observation[] = []
      for (const [index, column] of columns.entries()) {
        const start = index * places.length
        const shown = places.slice(Math.max(0, from - start), Math.max(0, from + limit - start))
        if (shown.length > 0) rows.push(...(await observationsOf(column, { plots, shown, shared })))
      }
      return rows
    },
  }
}

async function meansOf(deps: Pick<BrapiDeps, 'db' | 'compute'>, observed: Observed, wanted: Wanted) {
  const columns = (await meanColumns(observed)).filter((column) => isWanted(column, wanted))
  const plots = await observed.plots()
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

const sharedBy = async ({ db }: Pick<BrapiDeps, 'db'>, trial: Trial) => ({
  studyDbId: trial.id,
  season: await seasonOf(db, trial),
})

/** Of the plots that a client asks for, in their order. */
export async function placesIn({ db }: Pick<BrapiDeps, 'db'>, { of }: Observed, wanted: Wanted): Promise<number[]> {
  if (!of) return []
  const found = await plotsOf(db, of).where(unitMatches(wanted)).select('place').execute()
  return found.map(({ place }) => place)
}

/** What has no date is in no range of time. */
export function isWanted(
  { variable, timeStamp }: Pick<ObservedColumn, 'variable' | 'timeStamp'>,
  wanted: Wanted,
): boolean {
  const [start] = wanted['observationTimeStampRangeStart'] ?? []
  const [end] = wanted['observationTimeStampRangeEnd'] ?? []
  const at = timeStamp === null ? Number.NaN : Date.parse(timeStamp)
  return (
    (wanted['observationVariableDbId']?.includes(variable.observationVariableDbId) ?? true) &&
    (wanted['observationVariableName']?.includes(variable.observationVariableName) ?? true) &&
    (start === undefined || at >= Date.parse(start)) &&
    (end === undefined || at < Date.parse(end))
  )
}

type Shown = {
  plots: readonly PlotRow[]
  shown: readonly number[]
  shared: Pick<Observation, 'studyDbId' | 'season'>
}

async function observationsOf(column: ObservedColumn, { plots, shown, shared }: Shown): Promise<Observation[]> {
  const { variable, timeStamp, collector } = column
  const read = await column.read()
  return shown.flatMap((at) => {
    const plot = plots[at]
    if (!plot) return []
    const { value, info } = read(at)
    return [
      {
        ...shared,
        collector,
        observationDbId: prefixOf(column) + plot.plotId,
        observationUnitDbId: unitIdOf(shared.studyDbId, plot),
        observationUnitName: plot.plotId,
        observationVariableDbId: variable.observationVariableDbId,
        observationVariableName: variable.observationVariableName,
        ...(timeStamp !== null && { observationTimeStamp: timeStamp }),
        ...germplasmOf(plot),
        ...(value !== '' && { value }),
        additionalInfo: info,
      },
    ]
  })
}

/** Of the ids of all observations of a column. */
const prefixOf = ({ id, variable }: ObservedColumn): string => `${id}:${variable.observationVariableDbId}:`

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
    const [shown, plots] = [await placesIn(deps, observed, wanted), await observed.plots()]
    const shared = await sharedBy(deps, trial)
    for (const column of columns)
      rows.push(
        ...(await observationsOf(column, { plots, shown, shared })).filter((row) => isAsked.has(row.observationDbId)),
      )
  }
  return rows
}
