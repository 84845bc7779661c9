import type { Kysely } from 'kysely'
import { statusesBefore } from '#domain/analyses.ts'
import type { Author } from '../../actor.ts'
import type { Schema } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import type { AnalysisInProject } from '../analyses/queries.ts'
import { queueEmail } from '../emails/queue-email.ts'
import { reportEmail } from './emails.ts'

type Publication = {
  /** The result of `lockAnalysis`. */
  analysis: AnalysisInProject
  author: Author
  /** The files to show; the author's other drafts are included. If omitted: all attached files. */
  fileIds?: readonly string[]
  /** If omitted or empty: the remarks given with the files. */
  remarks?: string | undefined
}

/** Shows files of a request's report to its customer, moves the request to PROCESSED and emails the customer. */
export async function publishReport(
  trx: Kysely<Schema>,
  deps: Pick<Deps, 'now' | 'queue'> & WithConfig<'publicUrl'>,
  { analysis, author, fileIds, remarks: given }: Publication,
): Promise<void> {
  const at = deps.now()
  const { id: analysisId, status, userId, projectType } = analysis
  const attached = await attachedFiles(trx, analysisId)
  const named = attached.filter((file) => fileIds?.includes(file.id))
  const shown = attached.filter(
    (file) => !file.publishedAt && (!fileIds || named.includes(file) || file.addedBy === author.userId),
  )
  await markPublished(trx, { shown, at })
  const said = given || newestRemarks(named) || newestRemarks(shown)
  const remarks = await saveReport(trx, { analysisId, remarks: said, author, at })
  await trx
    .updateTable('analyses')
    .set((set) => ({ status: 'PROCESSED', version: set('version', '+', 1) }))
    .where('id', '=', analysisId)
    .where('status', 'in', statusesBefore('report-published'))
    .execute()
  // For a customer who does not see the report now, all of it is new.
  const news = status === 'PROCESSED' && shown.length > 0 ? shown : attached.filter((file) => seen(file, shown))
  const fileNames = news.map(({ fileName }) => fileName)
  const customer = trx.selectFrom('users').select(['email', 'fullName']).where('id', '=', userId)
  const { email, fullName } = await customer.executeTakeFirstOrThrow()
  const url = `${deps.config.publicUrl}/my-dashboard?request=${analysisId}`
  await queueEmail(trx, deps, { to: email, ...reportEmail({ fullName, projectType, fileNames, remarks, url }) })
  await audit(trx, author, {
    at,
    action: 'report.published',
    subject: `analysis:${analysisId}`,
    before: { status },
    after: { status: 'PROCESSED', files: fileNames },
  })
}

type Attached = Awaited<ReturnType<typeof attachedFiles>>[number]

/** Oldest first, with the person who added each, and their remarks. */
const attachedFiles = (trx: Kysely<Schema>, analysisId: string) =>
  trx
    .selectFrom('files')
    .select(['id', 'fileName', 'publishedAt', 'addedBy', 'remarks'])
    .where('analysisId', '=', analysisId)
    .where('kind', '=', 'REPORT')
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

const seen = (file: Attached, shown: readonly Attached[]): boolean => file.publishedAt !== null || shown.includes(file)

const newestRemarks = (files: readonly Attached[]): string => files.findLast(({ remarks }) => remarks)?.remarks ?? ''

async function markPublished(
  trx: Kysely<Schema>,
  { shown, at }: { shown: readonly Attached[]; at: Date },
): Promise<void> {
  if (shown.length === 0) return
  const ids = shown.map(({ id }) => id)
  await trx.updateTable('files').set({ publishedAt: at }).where('id', 'in', ids).execute()
}

/**
 * Records who has published, and when. A publication without remarks keeps the current ones. Resolves to the current remarks.
 */
async function saveReport(
  trx: Kysely<Schema>,
  { analysisId, remarks, author, at }: { analysisId: string; remarks: string; author: Author; at: Date },
): Promise<string> {
  const update = { updatedBy: author.userId, updatedAt: at }
  const saved = await trx
    .insertInto('reports')
    .values({ analysisId, remarks, ...update })
    .onConflict((conflict) => conflict.column('analysisId').doUpdateSet(remarks ? { ...update, remarks } : update))
    .returning('remarks')
    .executeTakeFirstOrThrow()
  return saved.remarks
}
