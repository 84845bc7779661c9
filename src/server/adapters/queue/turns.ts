import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Database } from '../db/schema.ts'

/** Whose job it is, null for nobody's, and whether it is soon done: such jobs are worked on beside the others. */
export type Turn = { owner: string | null; isSmall: boolean }

/** Priorities of small jobs are above this, those of the others at most as high. They only fall. */
export const BIG_MAX = 0
const FIRST = { small: 2_000_000_000, big: BIG_MAX }

type Waiting = {
  isSmall: boolean
  owner: string | null
  waiting: number
  last: number
  running: number | null
  first: number | null
}

type Asked = { queue: string; turns: readonly Turn[]; waitingMax?: number | undefined }

/** For the queue. */
type Place = { priority: number; group?: { id: string } }

/**
 * Priorities by which owners take turns, however many jobs each of them has: a job comes a turn after the last one of its owner, and not
 * before the one that runs (start-time fair queuing, Goyal et al. 1996, with jobs of one length).
 * @throws AppError 'conflict' where more than `waitingMax` jobs of one owner would wait
 */
export async function placesOf(trx: Database, { queue, turns, waitingMax = Infinity }: Asked): Promise<Place[]> {
  const { rows } = await sql<Waiting>`
    select priority > ${BIG_MAX} as is_small, group_id as owner, min(priority) as last,
      (count(*) filter (where state < 'active'))::int as waiting,
      min(priority) filter (where state = 'active') as running,
      max(priority) filter (where start_after <= now()) as first
    from queue.job where name = ${queue} and state < 'completed' group by 1, 2`.execute(trx)
  for (const [owner, own] of Map.groupBy(turns, (turn) => turn.owner)) {
    const waiting = rows.reduce((sum, row) => sum + (row.owner === owner ? row.waiting : 0), own.length)
    if (owner !== null && waiting > waitingMax)
      throw new AppError(
        'conflict',
        `${waitingMax} jobs of this kind are waiting for this account already. Wait until some have ended, or cancel them.`,
      )
  }
  const places = [false, true].map((isSmall) => {
    const all = rows.filter((row) => row.isSmall === isSmall)
    const running = all.flatMap((row) => row.running ?? [])
    const firsts = all.flatMap(({ first }) => first ?? [])
    const start = running.length > 0 ? Math.min(...running) : firsts.length > 0 ? Math.max(...firsts) : undefined
    return {
      start: start ?? (isSmall ? FIRST.small : FIRST.big),
      lasts: new Map(all.map(({ owner, last }) => [owner, last])),
    }
  })
  return turns.map(({ owner, isSmall }) => {
    const { start, lasts } = places[Number(isSmall)] as (typeof places)[number]
    const last = lasts.get(owner)
    const next = last === undefined ? start : Math.min(start, last - 1)
    lasts.set(owner, next)
    return { priority: next, ...(owner !== null && { group: { id: owner } }) }
  })
}
