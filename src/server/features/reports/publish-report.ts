import type { Kysely } from 'kysely'
import { statusesBefore } from '#domain/analyses.ts'
import type { Author } from '../../actor.ts'
import type { Schema } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { postLetter } from '../letters/post-letter.ts'
import { reportLetter } from './letters.ts'

/** Shows every file of a request's report to its customer, moves the request to PROCESSED and mails him. */
export async function publishReport(
  trx: Kysely<Schema>,
  deps: Pick<Deps, 'now' | 'queue' | 'config'>,
  { analysisId, remarks, author }: { analysisId: string; remarks: string; author: Author },
): Promise<void> {
  const at = deps.now()
  const before = await trx
    .selectFrom('analyses')
    .innerJoin('users', 'users.id', 'analyses.userId')
    .select(['analyses.status', 'analyses.projectType', 'users.email', 'users.fullName'])
    .where('analyses.id', '=', analysisId)
    .executeTakeFirstOrThrow()
  const published = await trx
    .updateTable('files')
    .set({ publishedAt: at })
    .where('analysisId', '=', analysisId)
    .where('kind', '=', 'REPORT')
    .where('publishedAt', 'is', null)
    .returning(['fileName', 'createdAt'])
    .execute()
  const fileNames = published
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map(({ fileName }) => fileName)
  await saveReport(trx, { analysisId, remarks, author, at })
  await trx
    .updateTable('analyses')
    .set((set) => ({ status: 'PROCESSED', version: set('version', '+', 1) }))
    .where('id', '=', analysisId)
    .where('status', 'in', statusesBefore('report-published'))
    .execute()
  await postLetter(trx, deps, {
    to: before.email,
    ...reportLetter({
      ...before,
      fileNames,
      remarks,
      url: `${deps.config.publicUrl}/my-dashboard?request=${analysisId}`,
    }),
  })
  await audit(trx, author, {
    at,
    action: 'report.published',
    subject: `analysis:${analysisId}`,
    before: { status: before.status },
    after: { status: 'PROCESSED', files: fileNames },
  })
}

/** Notes who added to a report, and when. A later upload without remarks keeps those that stand. */
export async function saveReport(
  trx: Kysely<Schema>,
  { analysisId, remarks, author, at }: { analysisId: string; remarks: string; author: Author; at: Date },
): Promise<void> {
  const update = { updatedBy: author.userId, updatedAt: at }
  await trx
    .insertInto('reports')
    .values({ analysisId, remarks, ...update })
    .onConflict((conflict) => conflict.column('analysisId').doUpdateSet(remarks ? { ...update, remarks } : update))
    .execute()
}
