import { type Kysely, sql } from 'kysely'
import type { EngineItem, PresetOffer } from '#contract/processing.ts'
import { type PresetItem, presetsOf } from '#domain/presets.ts'
import { CELL_PIXELS, ENGINE_NAMES, type EngineName } from '#domain/processing.ts'
import { estimateOwn, estimateRun, megapixelsOf } from '#domain/run-estimates.ts'
import { SEES_ALL } from '../../access.ts'
import type { Schema } from '../../adapters/db/schema.ts'
import type { Engine, EngineState } from '../../adapters/engines/engine.ts'
import type { Deps } from '../../deps.ts'
import { loadAnalysis } from '../analyses/queries.ts'
import { newestArchive } from '../flights/queries.ts'

const PAST_RUNS_MAX = 20
const NOT_SET_UP = { isReady: false, reason: 'It is not set up.', capacity: 0 }

/** Every engine, and how long it may take for a request. */
export async function listEngines(
  deps: Pick<Deps, 'db' | 'engines' | 'log'>,
  { analysisRequestId }: { analysisRequestId?: string | undefined },
): Promise<EngineItem[]> {
  const flight = analysisRequestId === undefined ? null : await flightOf(deps.db, analysisRequestId)
  const counts = await countLive(deps.db)
  return Promise.all(
    ENGINE_NAMES.map(async (engine) => {
      const { isReady, reason, capacity } = await stateOf(deps, engine, deps.engines[engine])
      return {
        engine,
        isSetUp: deps.engines[engine] !== null,
        isReady,
        reason,
        capacity,
        queued: counts.get(`${engine} QUEUED`) ?? 0,
        running: counts.get(`${engine} RUNNING`) ?? 0,
        presets: await Promise.all(
          presetsOf(engine, { gsdCm: flight?.gsdCm ?? null }).map(async (preset) => ({
            ...preset,
            ...(await estimate(deps.db, { engine, preset, flight })),
          })),
        ),
      }
    }),
  )
}

async function stateOf(
  { log }: Pick<Deps, 'log'>,
  name: EngineName,
  engine: Engine | null,
): Promise<Omit<EngineState, 'away'>> {
  try {
    return engine ? await engine.state() : NOT_SET_UP
  } catch (error) {
    log.warn({ err: error, engine: name }, 'engine does not say its state')
    return { isReady: false, reason: 'It does not answer.', capacity: 0 }
  }
}

async function flightOf(db: Kysely<Schema>, analysisRequestId: string) {
  const { id } = await loadAnalysis(db, SEES_ALL, analysisRequestId)
  const newest = await newestArchive(db, id).select(['flights.flight', 'files.bytes']).executeTakeFirst()
  return newest?.flight ? { ...newest.flight, archiveBytes: newest.bytes } : null
}

async function countLive(db: Kysely<Schema>): Promise<Map<string, number>> {
  const { rows } = await sql<{ engine: string; state: string; count: number }>`
    select engine, state, count(*)::int as count from runs join work using (id)
    where state in ('QUEUED', 'RUNNING') group by 1, 2`.execute(db)
  return new Map(rows.map(({ engine, state, count }) => [`${engine} ${state}`, count]))
}

type Estimated = { engine: EngineName; preset: PresetItem; flight: Awaited<ReturnType<typeof flightOf>> | null }

/** By earlier runs of the same preset; of our own engine also before there is one. */
async function estimate(
  db: Kysely<Schema>,
  { engine, preset, flight }: Estimated,
): Promise<Pick<PresetOffer, 'estimate' | 'diskBytes'>> {
  if (!flight) return { estimate: null, diskBytes: null }
  // Without one, a run has no options: that is the first.
  const usual = presetsOf(engine, flight)[0]?.name
  const { rows } = await sql<{ megapixels: number; seconds: number }>`
    select megapixels, extract(epoch from ended_at - started_at)::float8 as seconds from runs join work using (id)
    where engine = ${engine} and coalesce(preset, ${usual}) = ${preset.name} and state = 'DONE' and megapixels is not null
    order by ended_at desc, id desc limit ${PAST_RUNS_MAX}`.execute(db)
  const past = estimateRun(megapixelsOf(flight), rows)
  const cellPixels = ([0, 1, 2] as const).find((one) => one === (preset.options[CELL_PIXELS] ?? 0)) ?? 0
  const { diskBytes = null, ...own } = (engine === 'preview' && estimateOwn(flight, { ...flight, cellPixels })) || {}
  return { estimate: past ?? ('runs' in own ? own : null), diskBytes }
}
