import { sql } from 'kysely'
import type { ReplyOf } from '#contract/api.ts'
import { AppError, errorAt } from '#domain/errors.ts'
import type { Bounds } from '#domain/trials.ts'
import { isOnEarth } from '#imagery/geojson/bounds-of-plots.ts'
import type { Actor } from '../../../actor.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import { audit } from '../../../audit.ts'
import { OverBudget } from '../../../compute/pool.ts'
import type { CheckedPlots, work as plotsWork } from '../../../compute/trials/plots-worker.ts'
import { createKeyedMutex } from '../../../concurrency/keyed-mutex.ts'
import type { Deps, WithConfig } from '../../../deps.ts'
import { requireStorageLeft } from '../../../quota.ts'
import { tooManyRequests } from '../../../rate-limits/sliding-window.ts'
import { boundsOfFlights, mapsOfFlights, overlapsAny } from '../flights/maps-of-customer.ts'
import { newerChange } from '../newer-change.ts'
import { keepOtherColumns } from '../own-columns/keep-other-columns.ts'
import { flightsOf, lockTrial, newestPlots } from '../queries.ts'

const PLOTS_WORKER = new URL('../../../compute/trials/plots-worker.ts', import.meta.url)
const SECONDS_MAX = 30
/** A map may have the threads for minutes. */
const WAIT_SECONDS_MAX = 20
/** Each takes megabytes. */
const VERSIONS_MAX = 500
const NAMED_MAX = 100

const oneAtATime = createKeyedMutex({
  max: 3,
  beyond: () => tooManyRequests('You are saving too many plots at once. Try again in a moment.', 3),
})

type Saved = ReplyOf<'savePlots'>['data']

/** Saves the plots of a body that a worker thread reads, as a new version. */
export async function savePlots(
  deps: Pick<Deps, 'db' | 'now' | 'compute' | 'log'> & WithConfig<'customerQuotaBytes'>,
  actor: Actor,
  { body, signal }: { body: Uint8Array; signal: AbortSignal },
): Promise<Saved> {
  const plots = await oneAtATime(actor.userId, () => readBody(deps, { body, signal }))
  const { trialId, ids, extent, crs, columns, leftOut } = plots
  return deps.db.transaction().execute(async (trx) => {
    const { accountId } = await lockTrial(trx, actor, trialId)
    await requireStorageLeft(trx, { accountId, quotaBytes: deps.config.customerQuotaBytes })
    const outside = await requirePlace(trx, plots)
    const newest = await newestPlots(trx, trialId)
    if (newest && plots.seen !== undefined && newest.version !== plots.seen) throw await newerPlots(trx, trialId, plots)
    const version = (newest?.version ?? 0) + 1
    if (version > VERSIONS_MAX)
      throw new AppError('conflict', `A trial has at most ${VERSIONS_MAX} versions of its plots. Make another trial.`)
    const at = deps.now()
    await trx
      .insertInto('trialPlots')
      .values({
        trialId,
        version,
        crs: JSON.stringify(crs),
        layout: plots.layoutJson,
        count: ids.length,
        bounds: JSON.stringify(extent),
        sha256: plots.sha256,
        bytes: plots.json.length,
        authorId: actor.userId,
        createdAt: at,
      })
      .execute()
    await insertPlots(trx, { trialId, version }, plots)
    const others = await keepOtherColumns(trx, { trialId, columns }, { authorId: actor.userId, changedAt: at })
    const after = { version, plots: ids.length, ...(others.kept.length > 0 && { columns: others.kept.length }) }
    await audit(trx, actor, { at, action: 'trial.plots-saved', subject: `trial:${trialId}`, after })
    return {
      version,
      plots: ids.length,
      outside: outside.slice(0, NAMED_MAX),
      outsideCount: outside.length,
      ownColumns: others.kept,
      leftOut: [...leftOut, ...others.leftOut],
    }
  })
}

/** PostgreSQL reads the JSON. */
const insertPlots = (
  trx: Database,
  { trialId, version }: { trialId: string; version: number },
  { json, lonLatsJson }: CheckedPlots,
) =>
  sql`
    insert into plots (trial_id, version, place, number, plot_id, attributes, geometry, lon_lat)
    select ${trialId}, ${version}::int, at - 1, (plot ->> 'number')::int, plot ->> 'plotId', plot -> 'attributes',
      plot -> 'geometry', lon_lat
    from jsonb_array_elements(${json}::jsonb) with ordinality as listed (plot, at)
      left join jsonb_array_elements(${lonLatsJson}::jsonb) with ordinality as moved (lon_lat, at) using (at)`.execute(
    trx,
  )

/** Earlier versions stay, but what is measured from now on is that of the newest. */
async function newerPlots(trx: Database, trialId: string, { ids }: CheckedPlots): Promise<AppError> {
  const { authorId, createdAt, count, version } = await trx
    .selectFrom('trialPlots')
    .select(['authorId', 'createdAt', 'count', 'version'])
    .where('trialId', '=', trialId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const differences = [{ what: 'plots', theirs: count, yours: ids.length }]
  return newerChange(trx, { authorId, at: createdAt, version, differences })
}

async function readBody(
  { compute, log }: Pick<Deps, 'compute' | 'log'>,
  { body, signal }: { body: Uint8Array; signal: AbortSignal },
): Promise<CheckedPlots> {
  try {
    const read = await compute.run<typeof plotsWork>({
      file: PLOTS_WORKER,
      input: { body },
      signal,
      secondsMax: SECONDS_MAX,
      waitSecondsMax: WAIT_SECONDS_MAX,
    })
    if (read.problem) throw new AppError('invalid', read.problem.message, read.problem.details)
    return read.plots
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error
    log.warn({ err: error }, 'plots exceeded their budget')
    throw invalid('These plots take too long to read. Simplify their outlines, or save fewer.')
  }
}

const invalid = (message: string): AppError => errorAt('geojson', message)

/** The plots outside the maps of all flights. @throws AppError 'invalid' when that is all of them */
async function requirePlace(trx: Database, { trialId, ids, bounds, extent, swapped }: CheckedPlots): Promise<string[]> {
  const flights = await flightsOf(trx, trialId)
  const places = boundsOfFlights(flights, await mapsOfFlights(trx, flights))
  const lies = (where: Bounds) => isOnEarth(where) && (places.length === 0 || overlapsAny(where, places))
  const outside = ids.filter((_id, index) => !lies(bounds[index] ?? extent))
  if (outside.length < ids.length && isOnEarth(extent)) return outside
  if (lies(swapped))
    throw invalid(
      'The two coordinates of each point look swapped: the plots would lie right the other way round. Put longitude (x, east) before latitude (y, north).',
    )
  throw invalid(
    isOnEarth(extent)
      ? `All plots lie outside the maps of this trial, which are elsewhere. Check the coordinate system of the plots: ${described(extent)}.`
      : 'These coordinates lie nowhere on Earth. Name the coordinate system of the plots in `crs`, or export them in WGS84.',
  )
}

const described = ([west, south]: Bounds): string =>
  `they begin at longitude ${west.toFixed(4)}, latitude ${south.toFixed(4)}`
