import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ExchangeCounts } from '#domain/exchange/exchange.ts'
import { type MatchedPlots, matchPlots } from '#domain/exchange/match-plots.ts'
import { PLOT_ID_MAX, PLOT_TEXT_MAX } from '#domain/trials.ts'
import { CantBeDone } from '../../adapters/queue/queue.ts'
import { featureOf } from '../brapi/writing/make-units.ts'
import { savePlots } from '../trials/plots/save-plots.ts'
import { newestPlots, plotsOf } from '../trials/queries.ts'
import type { ActiveExchange } from './active-exchange.ts'
import type { Unit } from './read-study.ts'
import type { Refusals } from './refusals.ts'
import { none } from './report.ts'

const TAKEN = ['genotype', 'rep', 'block', 'row', 'column', 'entryType'] as const
type Taken = (typeof TAKEN)[number]

type Change = { plotId: string; name: Taken; value: string; isNew: boolean }

/** What a study says of its plots, as changes of those of the trial; of a trial without plots, their outlines. */
export type PulledPlots = {
  matched: MatchedPlots<Unit>
  counts: ExchangeCounts
  changes: Change[]
  /** The plots that there are; 0 for none. */
  version: number
  /** Plots for a trial that has none. */
  made: Unit[]
}

export async function comparePlots(
  exchange: ActiveExchange,
  units: readonly Unit[],
  refusals: Refusals,
): Promise<PulledPlots> {
  const { deps, trial } = exchange
  const newest = await newestPlots(deps.db, trial.id)
  const counts = none()
  if (!newest) return { ...drawn(units, refusals), counts: { ...counts, added: units.length }, changes: [], version: 0 }
  const { version } = newest
  const plots = await plotsOf(deps.db, { trialId: trial.id, version }).select(['plotId', 'attributes']).execute()
  const matched = await matchPlots(
    plots.map(({ plotId, attributes }) => ({ plotId, ...attributes })),
    units,
    nextTurn,
  )
  const changes: Change[] = []
  for (const { plotId, attributes } of plots) {
    const unit = matched.pairs.get(plotId)
    for (const name of unit ? TAKEN : []) {
      const [here, there] = [attributes[name]?.trim() ?? '', unit?.[name]?.trim() ?? '']
      if (there === '') continue
      if (here.toLowerCase() === there.toLowerCase()) counts.same += 1
      else if (there.length > PLOT_TEXT_MAX) {
        counts.refused += 1
        refusals.add(`Names of more than ${PLOT_TEXT_MAX} characters`, there)
      } else {
        counts[here === '' ? 'added' : 'changed'] += 1
        changes.push({ plotId, name, value: there, isNew: here === '' })
      }
    }
  }
  return { matched, counts, changes, version, made: [] }
}

/** @throws CantBeDone when their outlines aren't known */
function drawn(units: readonly Unit[], refusals: Refusals): Pick<PulledPlots, 'matched' | 'made'> {
  const made = units.filter((unit) => unit.outline !== null && unit.name !== null && unit.name.length <= PLOT_ID_MAX)
  if (made.length === 0)
    throw new CantBeDone(
      'This trial has no plots, and the study has no outlines of its plots. Draw or import the plots first: their names, genotypes and scores can be taken over then.',
    )
  const rest = units.length - made.length
  const isMade = new Set(made)
  if (rest > 0) refusals.add('Plots of the study without a name or an outline', undefined, rest)
  const pairs = new Map(made.map((unit) => [unit.name ?? '', unit]))
  const matched: MatchedPlots<Unit> = {
    by: 'name',
    pairs,
    contradictory: [],
    onlyHere: [],
    onlyThere: units.filter((unit) => !isMade.has(unit)),
  }
  return { matched, made }
}

/** Plots for each turn of the event loop. */
const BATCH = 500

/** Saves them as a new version of the plots; their outlines stay as they are. */
export async function writePlots(exchange: ActiveExchange, { changes, version, made }: PulledPlots): Promise<number> {
  const { deps, trial, actor, signal } = exchange
  const replaces = exchange.writes?.replaces ?? false
  const wanted = changes.filter(({ isNew }) => isNew || replaces)
  if (wanted.length === 0 && made.length === 0) return 0
  const { features, about } =
    version === 0 ? await drawnFeatures(made) : await changedFeatures(exchange, version, wanted)
  const geojson = `{"type":"FeatureCollection",${about.crs}"features":[${features.join(',')}]}`
  const rest = `"plotIdProperty":"plot_id","seen":${version}${about.layout}`
  const body = Buffer.from(`{"trialId":${JSON.stringify(trial.id)},"geojson":${geojson},${rest}}`)
  await savePlots(deps, actor, { body, signal })
  return wanted.length + made.length
}

type Features = { features: string[]; about: { crs: string; layout: string } }

async function drawnFeatures(made: readonly Unit[]): Promise<Features> {
  const features: string[] = []
  for (let from = 0; from < made.length; from += BATCH) {
    const batch = made.slice(from, from + BATCH).map(({ name, outline, entryType, ...unit }) => {
      const { genotype, rep, block, row, column } = unit
      const properties = { plot_id: name, genotype, rep, block, row, column, entry_type: entryType }
      return JSON.stringify({ type: 'Feature', properties, geometry: outline })
    })
    features.push(...batch)
    await nextTurn()
  }
  return { features, about: { crs: '', layout: '' } }
}

async function changedFeatures(
  { deps: { db }, trial }: ActiveExchange,
  version: number,
  changes: readonly Change[],
): Promise<Features> {
  const { crs, layout } = await db
    .selectFrom('trialPlots')
    .select(['crs', 'layout'])
    .where('trialId', '=', trial.id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  const byPlot = Map.groupBy(changes, ({ plotId }) => plotId)
  const features: string[] = []
  for (let from = 0; ; from += BATCH) {
    const plots = await plotsOf(db, { trialId: trial.id, version })
      .select(['plotId', 'attributes', 'geometry as outline', 'lonLat'])
      .where('place', '>=', from)
      .where('place', '<', from + BATCH)
      .execute()
    if (plots.length === 0) break
    if (crs.epsg === null && plots.some(({ lonLat }) => lonLat !== null))
      throw new CantBeDone(
        'The plots were imported in a coordinate system without an EPSG code, and can’t be saved again without moving them a little. Import them in another one first.',
      )
    for (const { plotId, attributes, outline } of plots) {
      const changed = Object.fromEntries((byPlot.get(plotId) ?? []).map(({ name, value }) => [name, value]))
      features.push(JSON.stringify(featureOf({ plotId, attributes: { ...attributes, ...changed }, outline })))
    }
  }
  const name =
    crs.epsg === null ? '' : `"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::${crs.epsg}"}},`
  return { features, about: { crs: name, layout: layout ? `,"layout":${JSON.stringify(layout)}` : '' } }
}
