import { type Expression, sql } from 'kysely'
import type { ReplyOf } from '#contract/api.ts'
import type { Deps } from '../../deps.ts'
import { accountName } from '../accounts/queries.ts'
import { projectName } from '../projects/queries.ts'

const ROWS_MAX = 10_000

/** All that is kept about a person, but for the bytes of their files, and for what others can't be told: hashes of passwords and codes. */
export async function getMyData(
  { db }: Pick<Deps, 'db'>,
  { userId, email }: { userId: string; email: string },
): Promise<ReplyOf<'getMyData'>['data']> {
  // What of their account they may see, others may have taken from them.
  const owns = sql<boolean>`exists (select from memberships where account_id = ${userId} and user_id = ${userId} and role = 'owner')`
  const queries = {
    account: db
      .selectFrom('users')
      .select(['fullName', 'email', 'organisation', 'role', 'status', 'message', 'createdAt', 'confirmedAt'])
      .where('id', '=', userId),
    projects: db
      .selectFrom('projects')
      .select(['name', 'assigned', 'createdAt'])
      .where('accountId', '=', userId)
      .where(owns),
    requests: db
      .selectFrom('analyses')
      .select(['id', 'description', 'reportCategories', 'status', 'message', 'submittedAt', 'flightAnswers'])
      .select(projectName.as('project'))
      .where('accountId', '=', userId)
      .where(owns)
      .orderBy('submittedAt', 'desc'),
    files: db
      .selectFrom('files')
      .select(['id', 'analysisId as requestId', 'kind', 'fileName', 'bytes', 'sha256', 'createdAt'])
      .where('accountId', '=', userId)
      .where(owns)
      .where((is) => is.or([is('kind', 'in', ['ARCHIVE', 'OWN']), is('publishedAt', 'is not', null)]))
      .orderBy('createdAt', 'desc'),
    uploads: db
      .selectFrom('uploads')
      .select(['fileName', 'kind', 'state', 'startedAt', 'touchedAt'])
      .where('userId', '=', userId)
      .orderBy('startedAt', 'desc'),
    trials: db
      .selectFrom('trials')
      .select(['id', 'name', 'crop', 'plantingDate', 'createdAt'])
      .where('accountId', '=', userId)
      .where(owns)
      .orderBy('createdAt', 'desc'),
    notices: db
      .selectFrom('notices')
      .select(['kind', 'facts', 'createdAt', 'readAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt', 'desc'),
    emailSettings: db.selectFrom('emailSettings').select(['topic', 'choice']).where('userId', '=', userId),
    emails: db
      .selectFrom('emails')
      .select(['subject', 'createdAt', 'sentAt', 'status'])
      .where('toEmail', '=', email)
      .orderBy('createdAt', 'desc'),
    contactMessages: db
      .selectFrom('messages')
      .select(['name', 'email', 'message', 'createdAt'])
      .where('email', '=', email)
      .orderBy('createdAt', 'desc'),
    activity: db
      .selectFrom('audit')
      .select(['at', 'action', 'subject'])
      // Of what others did, the address is theirs.
      .select(sql<string | null>`case when actor_id = ${userId} then address end`.as('address'))
      .where((is) => is.or([is('actorId', '=', userId), is('subject', '=', `user:${userId}`)]))
      .orderBy('id', 'desc'),
    deletions: db
      .selectFrom('deletions')
      .select(['kind', 'subjectId as id', 'askedAt', 'purgeOn'])
      .where('ownerId', '=', userId)
      .where(owns),
    ...accessOf(db, userId),
  }
  return readAll(db, queries)
}

/** Where they are logged in, what works in their name, and where they work. */
const accessOf = (db: Deps['db'], userId: string) => ({
  sessions: db
    .selectFrom('sessions')
    .select(['device', 'address', 'createdAt', 'usedAt', 'endedAt'])
    .where('userId', '=', userId)
    .orderBy('usedAt', 'desc'),
  apiTokens: db
    .selectFrom('apiTokens')
    .select(['name', 'scopes', 'madeAt', 'usedAt', 'endsOn'])
    .where('userId', '=', userId),
  memberships: db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.accountId')
    .select([accountName.as('account'), 'memberships.role', 'since'])
    .where('userId', '=', userId),
})

async function readAll(
  db: Pick<Deps, 'db'>['db'],
  queries: Record<string, Expression<unknown>>,
): Promise<Record<string, Record<string, unknown>[]>> {
  const lists = await Promise.all(
    Object.entries(queries).map(async ([name, query]) => {
      const { rows } = await sql<Record<string, unknown>>`${query} limit ${ROWS_MAX}`.execute(db)
      return [name, rows] as const
    }),
  )
  return Object.fromEntries(lists)
}
