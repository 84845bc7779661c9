import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { hours } from '#domain/units.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { type BrapiDeps, type Lister, listFor } from './answer.ts'
import { askedBySearch } from './asked.ts'
import { metadataOf } from './page.ts'

const SEARCHES_MAX = 100
const KEPT_MS = hours(24)

/** Keeps what is searched for, not what is found: results are read when they are asked for. Of a person, the newest are kept. */
export async function startSearch(
  { noun }: Pick<Lister<unknown>, 'noun'>,
  { deps, caller, body }: { deps: Pick<Deps, 'db' | 'now'>; caller: Actor; body: Record<string, unknown> },
) {
  const { db, now } = deps
  const { userId } = caller
  const { paging } = askedBySearch(noun, body)
  const id = randomUUID()
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('brapiSearches')
      .values({ id, userId, noun, asked: JSON.stringify(body), madeAt: now() })
      .execute()
    await sql`delete from brapi_searches where user_id = ${userId} and id in (
      select id from brapi_searches where user_id = ${userId} order by made_at desc, id offset ${SEARCHES_MAX})`.execute(
      trx,
    )
    await trx
      .deleteFrom('brapiSearches')
      .where('madeAt', '<', new Date(now().getTime() - KEPT_MS))
      .execute()
  })
  return { metadata: metadataOf(paging, 0), result: { searchResultsDbId: id } }
}

type Found = { searchResultsDbId: string; page?: number | undefined; pageSize?: number | undefined }

/** A page of what a search finds now; that which the search named, where the call names none. @throws AppError 'not-found' */
export async function answerSearch<Row>(
  lister: Lister<Row>,
  { deps, caller, query }: { deps: BrapiDeps & Pick<Deps, 'now'>; caller: Actor; query: Found },
) {
  const { searchResultsDbId, page, pageSize } = query
  const search = await deps.db
    .selectFrom('brapiSearches')
    .select('asked')
    .where('id', '=', searchResultsDbId)
    .where('userId', '=', caller.userId)
    .where('noun', '=', lister.noun)
    .where('madeAt', '>=', new Date(deps.now().getTime() - KEPT_MS))
    .executeTakeFirstOrThrow(() => new AppError('not-found', 'This search has ended. Search again.'))
  const asked = askedBySearch(lister.noun, search.asked)
  const paging = { page: page ?? asked.paging.page, pageSize: pageSize ?? asked.paging.pageSize }
  return listFor(lister, { deps, caller }, { ...asked, paging })
}
