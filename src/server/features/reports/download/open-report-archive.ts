import { createHash } from 'node:crypto'
import { crc32 } from '@node-rs/crc32'
import { AppError } from '#domain/errors.ts'
import { SEES_ALL, type Viewer } from '../../../access.ts'
import type { Sender } from '../../../actor.ts'
import type { Database, StoredFile } from '../../../adapters/db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { lockMember, lockPerson, requireStaff } from '../../../still-allowed.ts'
import { loadAnalysis } from '../../analyses/queries.ts'
import { listReportFiles } from '../queries.ts'
import type { ReportOf } from './archive-link.ts'
import { uniqueNames } from './unique-names.ts'
import { layOutZip, type ZipEntry, type ZipLayout } from './zip-layout.ts'

type ReportArchive = Pick<ZipLayout, 'size' | 'read'> & {
  fileName: string
  /** Undefined when only the whole file can be read. */
  etag: string | undefined
}

const LEFT_OUT = 'Left out.txt'

/** All files of a report that this person may see now, as one ZIP file, which is made while it is read. */
export async function openReportArchive(
  deps: Pick<Deps, 'db' | 'storage'>,
  { analysisId, ...of }: ReportOf,
): Promise<ReportArchive> {
  const person = await requireReader(deps.db, of)
  const analysis = await loadAnalysis(deps.db, person, analysisId)
  const files = await listReportFiles(deps.db, person, analysis.id)
  if (files.length === 0) throw new AppError('not-found', 'This report is no longer available')
  const entries = entriesOf(deps, files)
  const { size, isSeekable, read } = layOutZip(entries)
  const fileName = `${analysis.projectType.replaceAll(/[/\\]/g, '_')} report.zip`
  return { fileName, size, read, etag: isSeekable ? etagOf(entries) : undefined }
}

/** Who was shown a link may have been stopped since. */
async function requireReader(db: Database, of: Sender): Promise<Viewer> {
  const person = await lockPerson(db, of.userId)
  if (person?.role !== 'ADMIN') return { role: 'USER', accountId: of.accountId, accountRole: await lockMember(db, of) }
  await requireStaff(db, of.userId)
  return SEES_ALL
}

function entriesOf({ storage }: Pick<Deps, 'storage'>, files: readonly StoredFile[]): ZipEntry[] {
  const infected = files.filter(({ virusScan }) => virusScan === 'infected')
  const entries = files
    .filter((file) => !infected.includes(file))
    .map(
      ({ fileName, bytes, createdAt, crc32: crc, storageKey: key }) =>
        ({
          name: fileName,
          size: bytes,
          modified: createdAt,
          crc: crc === null ? undefined : Number.parseInt(crc, 16),
          read: ({ start, end }) => storage.read({ key, from: start, to: end }),
        }) satisfies ZipEntry,
    )
  const all = infected.length > 0 ? [...entries, noteOf(infected)] : entries
  const names = uniqueNames(all.map(({ name }) => name))
  return all.map((entry, index) => ({ ...entry, name: names[index] ?? entry.name }))
}

/** Names the infected files, which are not in the ZIP file. */
function noteOf(infected: readonly StoredFile[]): ZipEntry {
  const lines = ['These files are infected, so they are left out:', '', ...infected.map(({ fileName }) => fileName), '']
  const text = Buffer.from(lines.join('\r\n'))
  return {
    name: LEFT_OUT,
    size: text.length,
    modified: infected[0]?.createdAt ?? new Date(0),
    crc: crc32(text),
    read: async function* ({ start, end }) {
      yield text.subarray(start, end)
    },
  }
}

/** Everything that the bytes follow from, and the version of the layout. */
const etagOf = (entries: readonly ZipEntry[]): string =>
  createHash('sha256')
    .update(JSON.stringify([1, ...entries.map(({ name, size, modified, crc }) => [name, size, modified, crc])]))
    .digest('hex')
    .slice(0, 32)
