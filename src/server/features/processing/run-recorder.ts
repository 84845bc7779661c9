import { RUN_LOG, type RunStage } from '#domain/processing.ts'
import { seconds } from '#domain/units.ts'
import type { Deps } from '../../deps.ts'
import { type Held, heldWork } from './queries.ts'

const RECORD_MS = seconds(1)

export type RunRecorder = {
  report: (stage: RunStage, fraction: number) => void
  log: (line: string) => void
  /** Aborted once the run was cancelled, or another job has taken it up. */
  lost: AbortSignal
  /** Aborts it, where that was found elsewhere. */
  lose: () => void
  /** Writes what is left. */
  stop: () => Promise<void>
}

/** Records stage, progress and log of a run about once a second, as long as it is held. */
export async function recordRun(
  { db, now, log: ourLog }: Pick<Deps, 'db' | 'now' | 'log'>,
  { id, holder }: Held,
): Promise<RunRecorder> {
  const lost = new AbortController()
  const lose = () => lost.abort(new Error('The run was cancelled, or is worked on elsewhere'))
  let latest: { stage: RunStage; fraction: number } | undefined
  let lines: { at: Date; line: string }[] = []
  const newest = await db
    .selectFrom('runLines')
    .select((select) => select.fn.max('number').as('number'))
    .where('runId', '=', id)
    .executeTakeFirst()
  let next = (newest?.number ?? -1) + 1

  const record = async (): Promise<void> => {
    const [progress, written] = [latest, lines]
    latest = undefined
    lines = []
    const held = await heldWork(db, { id, holder })
      .set({ holder, ...progress })
      .executeTakeFirst()
    if (held.numUpdatedRows === 0n) lose()
    else if (written.length > 0) await writeLines(written)
  }
  const writeLines = async (written: typeof lines): Promise<void> => {
    const from = next
    next += written.length
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto('runLines')
        .values(written.map((line, index) => ({ runId: id, number: from + index, ...line })))
        .execute()
      await trx
        .deleteFrom('runLines')
        .where('runId', '=', id)
        .where('number', '<', from + written.length - RUN_LOG.linesMax)
        .execute()
    })
  }

  let recording: Promise<void> | undefined
  const start = () => {
    recording ??= record()
      .catch((error: unknown) => ourLog.warn({ err: error, runId: id }, 'progress of a run could not be recorded'))
      .finally(() => {
        recording = undefined
      })
    return recording
  }
  const clock = setInterval(() => void start(), RECORD_MS)
  return {
    report: (stage, fraction) => {
      latest = { stage, fraction: Number.isFinite(fraction) ? Math.min(1, Math.max(0, fraction)) : 0 }
    },
    log: (line) => {
      lines.push({ at: now(), line: readable(line) })
      if (lines.length > RUN_LOG.linesMax) lines.shift()
    },
    lost: lost.signal,
    lose,
    stop: async () => {
      clearInterval(clock)
      await recording
      if (latest || lines.length > 0) await start()
    },
  }
}

/** Without control characters, which PostgreSQL can't store or a terminal obeys. */
const readable = (line: string): string =>
  line
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trimEnd()
    .slice(0, RUN_LOG.lineMax)
