import type { ReportVersion } from '#contract/reports.ts'
import type { Deps } from '../../deps.ts'

/** A report has a few; nobody reads a thousand. */
const CHANGES_MAX = 1000
const VERSIONS_MAX = 50

type Published = { files?: readonly string[]; remarks?: string } | null
type Removed = { fileName?: string } | null

/** `names` are those of the files that it showed, `left` those that were not removed since. */
type Version = ReportVersion & { names: ReadonlySet<string>; left: Set<string> }

/**
 * The publications of a report, from the audit log, newest first. Files are told apart by their names. The removal of a draft
 * is no change, since only staff knew it. Customers see nothing of files that were removed. `remarks` are those of the report.
 */
export async function listVersions(
  { db }: Pick<Deps, 'db'>,
  { analysisId, forStaff, remarks }: { analysisId: string; forStaff: boolean; remarks: string },
): Promise<ReportVersion[]> {
  const changes = await db
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'audit.actorId')
    .select(['audit.at', 'audit.action', 'audit.before', 'audit.after', 'users.fullName', 'users.email'])
    .where('audit.subject', '=', `analysis:${analysisId}`)
    .where('audit.action', 'in', ['report.published', 'report.file-removed'])
    .orderBy('audit.id')
    .limit(CHANGES_MAX)
    .execute()
  const versions: Version[] = []
  const shown = new Set<string>()
  let removed: string[] = []
  for (const { at, action, before, after, fullName, email } of changes) {
    if (action === 'report.file-removed') {
      const { fileName = '' } = (before as Removed) ?? {}
      if (!shown.delete(fileName)) continue
      removed.push(fileName)
      for (const version of versions) version.left.delete(fileName)
      continue
    }
    const { files = [], remarks: said = null } = (after as Published) ?? {}
    const added = files.filter((name) => !shown.has(name))
    for (const name of added) shown.add(name)
    versions.push({
      number: versions.length + 1,
      time: at.toISOString(),
      author: { fullName: fullName ?? '', email: email ?? '' },
      remarks: said,
      added,
      removed,
      names: new Set(files),
      left: new Set(files),
    })
    removed = []
  }
  const seen = forStaff ? versions : asCustomersSee(versions, remarks)
  return seen.toReversed().slice(0, VERSIONS_MAX)
}

/** Remarks may be about any file of their publication, and later publications repeat them. Those of the report stay. */
function asCustomersSee(versions: readonly Version[], current: string): ReportVersion[] {
  const lost = new Set(versions.filter(({ names, left }) => left.size < names.size).map(({ remarks }) => remarks))
  return versions
    .filter(({ names, left }) => names.size === 0 || left.size > 0)
    .map(({ remarks, added, left, ...version }) => ({
      ...version,
      remarks: remarks !== current && lost.has(remarks) ? null : remarks,
      added: added.filter((name) => left.has(name)),
      removed: [],
    }))
}
