import { sql } from 'kysely'
import type { ReplyOf } from '#contract/api.ts'
import { AppError } from '#domain/errors.ts'
import type { Deps } from '../../deps.ts'
import { projectName } from '../projects/queries.ts'

const COUNTED_MAX = 1000

/** How many unfinished uploads a user has: a decision says what it ends before it is made. */
export async function countOpenUploads(
  { db }: Pick<Deps, 'db'>,
  { userId }: { userId: string },
): Promise<ReplyOf<'countOpenUploads'>['data']> {
  const user = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
  if (!user) throw new AppError('not-found', 'User not found')
  const open = db
    .selectFrom('uploads')
    .innerJoin('analyses', 'analyses.id', 'uploads.analysisId')
    .select(['kind', projectName.as('projectType')])
    .where('uploads.accountId', '=', userId)
    .where('state', '=', 'OPEN')
    .limit(COUNTED_MAX + 1)
  const rows = await db
    .selectFrom(open.as('open'))
    .select(['kind', 'projectType', sql<number>`count(*)::int`.as('uploads')])
    .groupBy(['kind', 'projectType'])
    .orderBy('projectType')
    .execute()
  const total = rows.reduce((sum, { uploads }) => sum + uploads, 0)
  return {
    total: Math.min(total, COUNTED_MAX),
    isTotalExact: total <= COUNTED_MAX,
    projects: rows
      .filter(({ kind }) => kind === 'ARCHIVE')
      .map(({ projectType, uploads }) => ({ projectType, uploads })),
  }
}
