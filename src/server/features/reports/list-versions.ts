import type { ReportVersion } from '#contract/reports.ts'
import type { Deps } from '../../deps.ts'

/** A report has a few; nobody reads a thousand. */
const CHANGES_MAX = 1000
const VERSIONS_MAX = 50

type Published = { files?: readonly string[]; remarks?: string } | null
type Removed = { fileName?: string } | null

/**
 * The publications of a report, from the audit log, newest first. Files are told apart by their names. The removal of a draft
 * is no change, since only staff knew it.
 */
export async function listVersions({ db }: Pick<Deps, 'db'>, analysisId: string): Promise<ReportVersion[]> {
  const changes = await db
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'audit.actorId')
    .select(['audit.at', 'audit.action', 'audit.before', 'audit.after', 'users.fullName', 'users.email'])
    .where('audit.subject', '=', `analysis:${analysisId}`)
    .where('audit.action', 'in', ['report.published', 'report.file-removed'])
    .orderBy('audit.id')
    .limit(CHANGES_MAX)
    .execute()
  const versions: ReportVersion[] = []
  const shown = new Set<string>()
  let removed: string[] = []
  for (const { at, action, before, after, fullName, email } of changes) {
    if (action === 'report.file-removed') {
      const { fileName = '' } = (before as Removed) ?? {}
      if (shown.delete(fileName)) removed.push(fileName)
      continue
    }
    const { files = [], remarks = null } = (after as Published) ?? {}
    const added = files.filter((name) => !shown.has(name))
    for (const name of added) shown.add(name)
    const author = { fullName: fullName ?? '', email: email ?? '' }
    versions.push({ number: versions.length + 1, time: at.toISOString(), author, remarks, added, removed })
    removed = []
  }
  return versions.toReversed().slice(0, VERSIONS_MAX)
}
