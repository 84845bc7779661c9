import { sql } from 'kysely'
import type { EngineItem, PresetOffer } from '#contract/processing.ts'
import { presetsOf } from '#domain/presets.ts'
import { CELL_PIXELS, ENGINE_NAMES, type EngineName } from '#domain/processing.ts'
import { estimateOwn, estimateRun, megapixelsOf } from '#domain/run-estimates.ts'
import { SEES_ALL } from '../../access.ts'
import type { Database } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { loadAnalysis } from '../analyses/queries.ts'
import { newestArchive } from '../flights/queries.ts'
import { stateOf } from './engine-state.ts'

const PAST_RUNS_MAX = 20

/** Every engine, and how long it may take for a request. */
export async function listEngines(
  deps: Pick<Deps, 'db' | 'engines' | 'log'>,
  { analysisRequestId }: { analysisRequestId?: string | undefined },
): Promise<EngineItem[]> {
  const flight = analysisRequestId === undefined ? null : await flightOf(deps.db, analysisRequestId)
  const counts = await countLive(deps.db)
  return Promise.all(
    ENGINE_NAMES.map(async (engine) => {
      const { isReady, reason, capacity } = await stateOf(deps, engine)
      return {
        engine,
        isSetUp: deps.engines[engine] !== null,
        isReady,
        reason,
        capacity,
        queued: counts.get(`${engine} QUEUED`) ?? 0,
        running: counts.get(`${engine} RUNNING`) ?? 0,
        presets: await offersOf(deps.db, engine, flight),
      }
    }),
  )
}

async function flightOf(db: Database, analysisRequestId: string) {
  const { id } = await loadAnalysis(db, SEES_ALL, analysisRequestId)
  const newest = await newestArchive(db, id).select(['flights.flight', 'files.bytes']).executeTakeFirst()
  return newest?.flight ? { ...newest.flight, archiveBytes: newest.bytes } : null
}

async function countLive(db: Database): Promise<Map<string, number>> {
  const { rows } = await sql<{ engine: string; state: string; count: number }>`
    select engine, state, count(*)::int as count from runs join work using (id)
    where state in ('QUEUED', 'RUNNING') group by 1, 2`.execute(db)
  return new Map(rows.map(({ engine, state, count }) => [`${engine} ${state}`, count]))
}

type Photographed = Awaited<ReturnType<typeof flightOf>> | null

/** With what each would take: by earlier runs of the same preset; of our own engine also before there is one. */
async function offersOf(db: Database, engine: EngineName, flight: Photographed): Promise<PresetOffer[]> {
  const presets = presetsOf(engine, { gsdCm: flight?.gsdCm ?? null })
  if (!flight) return presets.map((preset) => ({ ...preset, estimate: null, diskBytes: null }))
  const megapixels = megapixelsOf(flight)
  return Promise.all(
    presets.map(async (preset, at): Promise<PresetOffer> => {
      // Without a preset, a run has no options: that is the first.
      const names = at === 0 ? [preset.name, ''] : [preset.name]
      const past = estimateRun(megapixels, await pastRuns(db, engine, names))
      const cellPixels = ([0, 1, 2] as const).find((one) => one === (preset.options[CELL_PIXELS] ?? 0)) ?? 0
      const own = engine === 'preview' ? estimateOwn(flight, { ...flight, cellPixels }) : null
      return { ...preset, estimate: past ?? own?.estimate ?? null, diskBytes: own?.diskBytes ?? null }
    }),
  )
}

async function pastRuns(db: Database, engine: EngineName, presets: readonly string[]) {
  const { rows } = await sql<{ megapixels: number; seconds: number }>`
    select megapixels, extract(epoch from ended_at - started_at)::float8 as seconds from runs join work using (id)
    where engine = ${engine} and coalesce(preset, '') = any(${presets})
      and state = 'DONE' and megapixels is not null
    order by ended_at desc, id desc limit ${PAST_RUNS_MAX}`.execute(db)
  return rows
}
