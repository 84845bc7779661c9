import { sql } from 'kysely'
import { seconds } from '#domain/units.ts'
import type { Database } from '../../adapters/db/schema.ts'
import type { Metrics } from './metrics.ts'

/** An entry can become visible this long after one with a higher id, because no transaction is open longer. */
const SETTLED_MS = seconds(60)

type Entry = { id: number; action: string; isAutomatic: boolean; bytes: number | null; ageMs: number }

const SECURITY_EVENTS: Record<string, string> = {
  'session.replayed': 'refresh-reuse',
  'account.enumeration-suspected': 'enumeration-suspected',
  'account.login-locked': 'login-locked',
  'account.codes-locked': 'codes-locked',
  'account.recovery-code-used': 'recovery-code-used',
  'file.infected': 'file-infected',
  'file.damaged': 'file-damaged',
}

/** Counts the new entries of the activity log, reading only those since the last count. */
export function createAuditEventCounter(db: Database, metrics: Metrics): () => Promise<void> {
  for (const event of Object.values(SECURITY_EVENTS)) metrics.securityEvents.inc({ event }, 0)
  for (const outcome of ['completed', 'cancelled', 'expired']) metrics.uploads.inc({ outcome }, 0)
  let settled: number | undefined
  const counted = new Set<number>()

  return async () => {
    if (settled === undefined) {
      settled = await newestEntry(db)
      return
    }
    for (const entry of await entriesAfter(db, settled)) {
      if (!counted.has(entry.id)) count(entry, metrics)
      counted.add(entry.id)
      if (entry.ageMs > SETTLED_MS) settled = Math.max(settled, entry.id)
    }
    for (const id of counted) if (id <= settled) counted.delete(id)
  }
}

function count(entry: Entry, metrics: Metrics): void {
  const { action } = entry
  const event = SECURITY_EVENTS[action]
  if (event) metrics.securityEvents.inc({ event })
  if (action === 'upload.cancelled') metrics.uploads.inc({ outcome: 'cancelled' })
  if (action === 'upload.expired') metrics.uploads.inc({ outcome: 'expired' })
  if (action === 'analysis.submitted' || action === 'report.file-added') metrics.uploads.inc({ outcome: 'completed' })
  if (action === 'analysis.submitted') metrics.uploadBytes.inc(entry.bytes ?? 0)
}

async function newestEntry(db: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from audit`.execute(db)
  return rows[0]?.id ?? 0
}

/** `isAutomatic`: the actor is the program itself. */
async function entriesAfter(db: Database, id: number): Promise<Entry[]> {
  const { rows } = await sql<Entry>`select id, action, actor_id is null as is_automatic,
    (after->>'bytes')::float8 as bytes, extract(epoch from now() - at)::float8 * 1000 as age_ms
    from audit where id > ${id} order by id`.execute(db)
  return rows
}
