import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { ReplyOf } from '#contract/api.ts'
import { PAGE_SIZE_MAX } from '#contract/endpoint.ts'
import { CallError } from '#transfer/call-error.ts'
import type { Session } from '../session.ts'
import type { Sent } from './upload-loop.ts'

type Row = ReplyOf<'listMyAnalyses'>['data'][number]

/** Checks that a restarted server still has everything that it acknowledged before. */
export async function verifyAcknowledged(
  { call }: Session,
  { sent, verified }: { sent: readonly Sent[]; verified: Set<Sent> },
): Promise<void> {
  // The next check covers what is acknowledged from now on.
  const expectedArchives = sent.map((archive) => ({ ...archive, archive, acknowledged: [...archive.acknowledged] }))
  const rows = await listAll(call)
  const rowsOf = Map.groupBy(rows, ({ analysisRequestId }) => analysisRequestId)
  expect(rowsOf.size).toBe(rows.length)
  const known = new Set(expectedArchives.map(({ ref }) => ref?.id))
  expect(rows.filter((row) => !known.has(row.analysisRequestId))).toEqual([])

  for (const expectedArchive of expectedArchives) {
    const { archive, isComplete, ref } = expectedArchive
    const [row] = rowsOf.get(ref?.id ?? '') ?? []
    if (isComplete || row) checkRow(row, archive)
    else await checkParts(call, expectedArchive)
    if (!row || verified.has(archive)) continue
    await checkContent(row, archive)
    verified.add(archive)
  }
  const { data: open } = await call('listOpenUploads')
  const unfinished = expectedArchives.filter(({ isComplete }) => !isComplete).map(({ file }) => file.name)
  expect(open.length).toBeLessThanOrEqual(1)
  for (const { fileName } of open) expect(unfinished).toContain(fileName)
}

async function listAll(call: Session['call']): Promise<Row[]> {
  const rows: Row[] = []
  let after: string | null = ''
  while (after !== null) {
    const query = { pageSize: String(PAGE_SIZE_MAX), ...(after === '' ? {} : { after }) }
    const page: ReplyOf<'listMyAnalyses'> = await call('listMyAnalyses', { query })
    rows.push(...page.data)
    after = page.next
    if (after === null) expect(rows).toHaveLength(page.total)
  }
  return rows
}

function checkRow(row: Row | undefined, { file: { name, size } }: Sent): void {
  // `agrees` is unknown until the file has been hashed.
  const receipts = row?.receipts.map(({ agrees, ...receipt }) => ({ ...receipt, agrees: agrees ?? true }))
  const complete = [{ fileName: name, size, agrees: true }]
  expect({ name, ...row, receipts }).toMatchObject({ name, status: 'PENDING', fileSizes: [size], receipts: complete })
}

/** Checks that every acknowledged part is stored under its acknowledged ETag. */
async function checkParts(
  call: Session['call'],
  { ref, acknowledged, file: { name } }: Pick<Sent, 'ref' | 'file'> & { acknowledged: [number, string][] },
): Promise<void> {
  if (!ref) return
  const { data } = await call('resumeUpload', { query: { uploadId: ref.uploadId, analysisRequestId: ref.id } })
  const stored = new Map(data.received.map(({ partNumber, etag }) => [partNumber, etag]))
  const kept = acknowledged.map(([part]) => [part, stored.get(part)])
  expect({ name, kept }).toEqual({ name, kept: acknowledged })
}

async function checkContent(row: Row, { file, sha256 }: Sent): Promise<void> {
  const download = await fetch(row.fileUrls[0] ?? '')
  if (!download.ok) throw new CallError(download.status, `${file.name} can't be downloaded`)
  const content = new Uint8Array(await download.arrayBuffer())
  expect([file.name, createHash('sha256').update(content).digest('hex')]).toEqual([file.name, sha256])
}
