import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { displayFileName, storedNameOf } from '#domain/file-names.ts'
import { hours, MiB } from '#domain/units.ts'
import { openScanner } from '#server/adapters/scanner/scanner.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { attachReportFile, fileOfUpload, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, PASSWORD, type TestUser } from '#server/testing/server/users.ts'
import { backfillFiles } from './backfill-files.ts'
import { checkFile } from './check-file.ts'

/**
 * Like real scanners, exits at the first match and otherwise reads to the end. Fails while its folder has a file 'broken'.
 * While there is a pipe 'paused', waits after 1.5 MB for a line from it.
 */
const SCANNER = `#!/bin/sh
if [ -e "$(dirname "$0")/broken" ]; then echo 'no signatures' >&2; exit 2; fi
if [ -e "$(dirname "$0")/paused" ]; then head -c 1500000 >/dev/null; read -r line < "$(dirname "$0")/paused"; fi
if grep -q TEST-VIRUS; then echo 'stream: Test-Signature FOUND'; exit 1; fi
exit 0
`
const BAD = Buffer.from(`${'x'.repeat(200_000)}TEST-VIRUS`)
const GOOD = Buffer.from('x'.repeat(200_000))
const parts = { totalChunks: 4 }

let folder: string
let server: TestServer
let staff: TestUser
let customer: TestUser
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scanner with blanks-'))
  const scanner = join(folder, 'scan $HOME; exit 0')
  writeFileSync(scanner, SCANNER)
  chmodSync(scanner, 0o755)
  server = await openTestServer({ VIRUS_SCAN_COMMAND: JSON.stringify([scanner]) })
  staff = await createStaff(server)
  customer = await createUser(server)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const rowOf = async (person: TestUser, id: string) =>
  (await server.call('listMyAnalyses', { token: person.token, query: { pageSize: '100' } })).body.data.find(
    ({ analysisRequestId }) => analysisRequestId === id,
  )
const scanned = (person: TestUser, id: string) =>
  vi.waitFor(
    async () => {
      const row = await rowOf(person, id)
      expect(row?.receipts[0]?.virusScan).toBeDefined()
      return row
    },
    { timeout: 60_000, interval: 20 },
  )

test('a file without a virus is shown as clean and can be downloaded', async () => {
  const { analysisRequestId: id } = await submitArchive(server, customer, { content: GOOD, start: parts })
  const row = await scanned(customer, id)
  expect(row?.receipts[0]?.virusScan).toBe('clean')
  expect((await fetch(row?.fileUrls[0] ?? '')).status).toBe(200)
})

test('an infected archive can never be downloaded, keeps its name, and is reported to staff', async () => {
  const { analysisRequestId: id } = await submitArchive(server, customer, { content: BAD, start: parts })
  const row = await scanned(customer, id)
  expect(row?.receipts[0]?.virusScan).toBe('infected')
  const { body } = await server.call('listAllAnalyses', { token: staff.token, query: { search: customer.email } })
  const forStaff = body.data.find(({ analysisRequestId }) => analysisRequestId === id)
  expect(forStaff?.receipts[0]?.virusScan).toBe('infected')
  for (const [url = ''] of [row?.fileUrls ?? [], forStaff?.fileUrls ?? []]) {
    expect(url).toMatch(/^\d+-flight\.zip$/)
    expect(displayFileName(url)).toBe('flight.zip')
  }
  const activity = await server.call('listActivity', { token: staff.token, query: { subject: `analysis:${id}` } })
  expect(activity.body.data.filter(({ action }) => action === 'file.infected')).toMatchObject([
    { actor: null, subject: `analysis:${id}`, after: { fileName: 'flight.zip', said: 'stream: Test-Signature FOUND' } },
  ])
})

test("an infected report file can't be downloaded, but can be removed", async () => {
  const { analysisRequestId } = await submitArchive(server, customer)
  await attachReportFile(server, staff, { id: analysisRequestId, content: BAD, totalChunks: 4 })
  const report = await vi.waitFor(
    async () => {
      const { body } = await server.call('getReport', { token: customer.token, query: { analysisRequestId } })
      expect(body.data?.receipts[0]?.virusScan).toBe('infected')
      return body.data
    },
    { timeout: 60_000, interval: 20 },
  )
  const [url = ''] = report?.reportUrls ?? []
  expect(url).toMatch(/^\d+-ortho\.tif$/)
  const query = { analysisRequestId, storedName: decodeURIComponent(url) }
  expect((await server.call('removeReportFile', { token: staff.token, query })).status).toBe(200)
})

test('a failing scanner marks nothing as clean: the file waits for the next attempt', async () => {
  const { uploadId, analysisRequestId: id } = await submitArchive(server, customer, { content: BAD, start: parts })
  const file = await fileOfUpload(server, { uploadId })
  await waitForJobs(server, 'check-file')
  const cleared = { virusScan: null, scannedAt: null }
  await server.deps.db.updateTable('files').set(cleared).where('uploadId', '=', uploadId).execute()
  writeFileSync(join(folder, 'broken'), '')
  await expect(checkFile(server.deps, file)).rejects.toThrow('The virus scanner ended with 2: no signatures')
  expect((await rowOf(customer, id))?.receipts[0]).not.toHaveProperty('virusScan')
  rmSync(join(folder, 'broken'))
  await Promise.all([checkFile(server.deps, file), checkFile(server.deps, file)])
  expect((await rowOf(customer, id))?.receipts[0]?.virusScan).toBe('infected')
  const audited = server.deps.db.selectFrom('audit').selectAll().where('action', '=', 'file.infected')
  expect(await audited.where('subject', '=', `analysis:${id}`).execute()).toHaveLength(2)
})

test('a check reads a file once for all unknown results, and digests saved before a failed scan are not computed again', async () => {
  const { uploadId } = await submitArchive(server, customer, { content: GOOD, start: parts })
  const file = await fileOfUpload(server, { uploadId })
  await waitForJobs(server, 'check-file')
  const { db, storage } = server.deps
  const row = () => db.selectFrom('files').selectAll().where('uploadId', '=', uploadId).executeTakeFirstOrThrow()
  const known = await row()
  await db
    .updateTable('files')
    .set({ sha256: null, digest: null, virusScan: null, scannedAt: null })
    .where('uploadId', '=', uploadId)
    .execute()
  let reads = 0
  const read: typeof storage.read = (object) => {
    reads += 1
    return storage.read(object)
  }
  const deps = { ...server.deps, storage: { ...storage, read } }
  writeFileSync(join(folder, 'broken'), '')
  await expect(checkFile(deps, file)).rejects.toThrow('no signatures')
  expect(await row()).toMatchObject({ sha256: known.sha256, digest: known.digest, virusScan: null })
  rmSync(join(folder, 'broken'))
  const compute = { ...server.deps.compute, run: () => Promise.reject(new Error('nothing is to be computed')) }
  await checkFile({ ...deps, compute }, file)
  expect(await row()).toMatchObject({ sha256: known.sha256, virusScan: 'clean' })
  expect(reads).toBe(2)
})

test('customer and staff see the progress of a running file check', async () => {
  const paused = join(folder, 'paused')
  execFileSync('mkfifo', [paused])
  const content = Buffer.alloc(MiB(2), 'x')
  const { analysisRequestId } = await submitArchive(server, customer, { content, start: { totalChunks: 32 } })
  const storedName = storedNameOf((await rowOf(customer, analysisRequestId))?.fileUrls[0] ?? '') ?? ''
  const receiptFor = ({ token }: TestUser) =>
    server.call('getFileReceipt', { token, query: { analysisRequestId, storedName } })
  const checkFor = async (person: TestUser) => (await receiptFor(person)).body.data.check
  await expect.poll(async () => (await checkFor(customer))?.fraction, { timeout: 60_000 }).toBeGreaterThan(0.7)
  for (const person of [customer, staff])
    expect(await checkFor(person)).toEqual({ stage: 'reading', fraction: expect.closeTo(0.75, 1) })
  expect((await receiptFor(await createUser(server))).status).toBe(404)
  await writeFile(paused, 'continue\n')
  rmSync(paused)
  await waitForJobs(server, 'check-file')
  expect(await checkFor(customer)).toBeUndefined()
})

test('files from before the scanner was configured are scanned within a day', async () => {
  const { uploadId, analysisRequestId: id } = await submitArchive(server, customer, { content: GOOD, start: parts })
  await waitForJobs(server, 'check-file')
  const cleared = { virusScan: null, scannedAt: null }
  await server.deps.db.updateTable('files').set(cleared).where('uploadId', '=', uploadId).execute()
  server.advance(hours(25))
  await backfillFiles(server.deps)
  const { body } = await server.call('logIn', { body: { email: customer.email, password: PASSWORD } })
  customer = { ...customer, token: body.data.accessToken }
  expect((await scanned(customer, id))?.receipts[0]?.virusScan).toBe('clean')
})

test('without a scanner staff see that nothing was scanned, and customers see nothing', async () => {
  const bare = await openTestServer()
  try {
    const [person, admin] = [await createUser(bare), await createStaff(bare)]
    const { uploadId } = await submitArchive(bare, person, { content: BAD, start: parts })
    await checkFile(bare.deps, await fileOfUpload(bare, { uploadId }))
    const mine = await bare.call('listMyAnalyses', { token: person.token })
    expect(mine.body.data[0]?.receipts[0]).not.toHaveProperty('virusScan')
    const all = await bare.call('listAllAnalyses', { token: admin.token })
    expect(all.body.data[0]?.receipts[0]?.virusScan).toBe('not-scanned')
  } finally {
    await bare.close()
  }
})

async function scanWith(
  command: readonly [string, ...string[]],
  { content = GOOD, signal }: { content?: Buffer; signal?: AbortSignal } = {},
) {
  const scanner = openScanner({ command, env: {}, signal })
  for await (const piece of piecesOf(content)) if (!(await scanner.write(piece))) break
  return scanner.end()
}
const scan = (script: string, content = GOOD, signal?: AbortSignal) =>
  scanWith(['/bin/sh', '-c', script], { content, ...(signal && { signal }) })

describe('a scanner', () => {
  test("that has not read the whole file can't report it as clean", async () => {
    const large = Buffer.alloc(5_000_000)
    await expect(scan('head -c 10 >/dev/null; exit 0', large)).rejects.toThrow(
      'ended before it had read the whole file',
    )
    await expect(scan('head -c 10 >/dev/null; exit 1', large)).resolves.toMatchObject({ verdict: 'infected' })
  })

  test('that is killed or missing is an error', async () => {
    await expect(scan('kill -9 $$')).rejects.toThrow('ended with a signal')
    await expect(scanWith(['/no/such/scanner'])).rejects.toThrow('ENOENT')
  })

  test('is stopped when the process stops', async () => {
    const stop = new AbortController()
    const scanning = scan('echo on; exec sleep 600', GOOD, stop.signal)
    stop.abort()
    await expect(scanning).rejects.toThrow('aborted')
  })

  test('gets every byte in order, and none of the secrets in the environment', async () => {
    process.env['SECRET_KEY'] = 'not for scanners'
    const { said } = await scan('sha256sum; env')
    delete process.env['SECRET_KEY']
    expect(said.slice(0, 64)).toBe(createHash('sha256').update(GOOD).digest('hex'))
    expect(said).not.toContain('not for scanners')
  })
})

async function* piecesOf(content: Buffer): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.alloc(60_000)
  for (let at = 0; at < content.length; at += buffer.length) {
    // Like a store that reuses its buffer for the next piece.
    const bytes = content.copy(buffer, 0, at, at + buffer.length)
    yield buffer.subarray(0, bytes)
    buffer.fill(0)
  }
}
