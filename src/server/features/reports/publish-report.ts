import { statusesBefore } from '#domain/analyses.ts'
import { SEES_ALL } from '../../access.ts'
import type { Author } from '../../actor.ts'
import type { Database, StoredFile } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { notifyCustomer } from '../analyses/notify-customer.ts'
import type { AnalysisInProject } from '../analyses/queries.ts'
import { reportEmail } from './emails.ts'
import { listReportFiles, newestRemarks } from './queries.ts'

type Publication = {
  /** From `lockAnalysis`. */
  analysis: AnalysisInProject
  author: Author
  /** Files to publish together with the author's other drafts. Default: all attached files. */
  fileIds?: readonly string[]
  /** If missing or empty, the remarks of the files are used. */
  remarks?: string | undefined
}

/** Publishes report files: the request becomes PROCESSED and the customer is told. */
export async function publishReport(
  trx: Database,
  deps: Pick<Deps, 'now' | 'queue'> & WithConfig<'publicUrl'>,
  { analysis, author, fileIds, remarks: given }: Publication,
): Promise<void> {
  const at = deps.now()
  const { id: analysisId, status } = analysis
  const attached = await listReportFiles(trx, SEES_ALL, analysisId)
  const chosen = attached.filter((file) => fileIds?.includes(file.id))
  const published = attached.filter(
    (file) => !file.publishedAt && (!fileIds || chosen.includes(file) || file.addedBy === author.userId),
  )
  await markPublished(trx, { files: published, at, remarks: given })
  const newRemarks = given || newestRemarks(chosen) || newestRemarks(published)
  const remarks = await saveReport(trx, { analysisId, remarks: newRemarks, author, at })
  await trx
    .updateTable('analyses')
    .set((set) => ({ status: 'PROCESSED', message: null, version: set('version', '+', 1) }))
    .where('id', '=', analysisId)
    .where('status', 'in', statusesBefore('report-published'))
    .execute()
  // A customer who could not see the report until now gets the names of all its files.
  const announced =
    status === 'PROCESSED' && published.length > 0 ? published : attached.filter((file) => isVisible(file, published))
  const fileNames = announced.map(({ fileName }) => fileName)
  const preparedBy = await trx
    .selectFrom('users')
    .select(['email', 'fullName'])
    .where('id', '=', author.userId)
    .executeTakeFirstOrThrow()
  await notifyCustomer(trx, deps, {
    analysisId,
    news: (request) => ({
      notice: { kind: 'report-ready', project: request.projectType, author: preparedBy.fullName },
      email: reportEmail(request, { fileNames, fileIds: announced.map(({ id }) => id), remarks, author: preparedBy }),
    }),
  })
  await audit(trx, author, {
    at,
    action: 'report.published',
    subject: `analysis:${analysisId}`,
    before: { status },
    after: { status: 'PROCESSED', files: fileNames, ...(remarks && { remarks }) },
  })
}

const isVisible = (file: StoredFile, published: readonly StoredFile[]): boolean =>
  file.publishedAt !== null || published.includes(file)

/** Remarks that are given with the publication are those of its files from now on. */
async function markPublished(
  trx: Database,
  { files, at, remarks }: { files: readonly StoredFile[]; at: Date; remarks: string | undefined },
): Promise<void> {
  if (files.length === 0) return
  const ids = files.map(({ id }) => id)
  const change = { publishedAt: at, ...(remarks && { remarks }) }
  await trx.updateTable('files').set(change).where('id', 'in', ids).execute()
}

/** Records author and time of the publication. Without new remarks the existing ones are kept. Returns the current remarks. */
async function saveReport(
  trx: Database,
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
