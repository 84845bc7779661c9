import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ENTRIES_MAX } from '#domain/archive/inspection.ts'
import { makeLongZip, makeZip } from '#domain/archive/testing/make-zip.ts'
import { hours } from '#domain/units.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { attachReportFile, fileOfUpload, storageKeyOf, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, PASSWORD, type TestUser } from '#server/testing/server/users.ts'
import { openCompute } from '../../compute/pool.ts'
import { backfillFiles } from './backfill-files.ts'
import { inspectArchive } from './inspect-archive.ts'

let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
})
afterAll(() => server.close())

const photo = (name: string, flags = 0) => ({ name, content: new Uint8Array(100_000).fill(65), flags })
const NORTH = Buffer.from(makeZip([photo('a.jpg'), photo('b.JPG', 1), { name: 'gcp_list.txt', unpackedBytes: 7 }]))
const FOUND = {
  type: 'zip',
  contents: {
    files: 3,
    jpeg: 2,
    tiff: 0,
    raw: 0,
    otherImages: 0,
    gcpFile: true,
    unpackedBytes: 200_007,
    isWhole: true,
  },
  hazards: { encrypted: 1 },
}

const seen = (person: TestUser) =>
  vi.waitFor(
    async () => {
      const { body } = await server.call('listMyAnalyses', { token: person.token })
      const found = body.data[0]?.receipts[0]?.inspection
      expect(found).toBeTruthy()
      return found
    },
    { timeout: 60_000, interval: 20 },
  )

async function submitted(content = NORTH, fileName = 'north.zip') {
  const person = await createUser(server)
  const ref = await submitArchive(server, person, { content, start: { fileName, totalChunks: partsOf(content) } })
  const clear = () =>
    server.deps.db.updateTable('files').set({ inspection: null }).where('uploadId', '=', ref.uploadId).execute()
  return { person, ref, file: await fileOfUpload(server, ref), clear }
}
const partsOf = (content: Buffer) => Math.ceil(content.length / 65_536)

test('customer and staff see what is in an archive once it is complete', async () => {
  const { person } = await submitted()
  expect(await seen(person)).toEqual(FOUND)
  const { body } = await server.call('listAllAnalyses', { token: staff.token, query: { search: person.email } })
  expect(body.data[0]?.receipts[0]?.inspection).toEqual(FOUND)
})

test('a file that is not what its name says is accepted and reported', async () => {
  const { person } = await submitted(Buffer.from('%PDF-1.7 a report'), 'north.zip')
  expect(await seen(person)).toEqual({ type: 'pdf', contents: null, hazards: { disguised: 1 } })
})

test('the files of a report are not inspected', async () => {
  const { person, ref } = await submitted()
  await attachReportFile(server, staff, { id: ref.analysisRequestId, content: NORTH })
  const query = { analysisRequestId: ref.analysisRequestId }
  const { body } = await server.call('getReport', { token: person.token, query })
  expect(body.data?.receipts[0]).not.toHaveProperty('inspection')
})

test('repeated and concurrent inspections record one result', async () => {
  const { person, ref, file, clear } = await submitted()
  await seen(person)
  await clear()
  await expect(inspectArchive(server.deps, file, { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow(
    'stop',
  )
  await Promise.all([inspectArchive(server.deps, file), inspectArchive(server.deps, file)])
  await inspectArchive(server.deps, file)
  const files = await server.deps.db.selectFrom('files').selectAll().where('uploadId', '=', ref.uploadId).execute()
  expect(files.map(({ inspection }) => inspection)).toEqual([FOUND])
})

test('an archive from before archives were inspected is inspected within a day', async () => {
  const { person, clear } = await submitted()
  await waitForJobs(server, 'check-file')
  await clear()
  await backfillFiles(server.deps)
  server.advance(hours(25))
  await backfillFiles(server.deps)
  const { body } = await server.call('logIn', { body: { email: person.email, password: PASSWORD } })
  expect(await seen({ ...person, token: body.data.accessToken })).toEqual(FOUND)
})

/** Inspects the longest possible archive from a store without delay, and counts the turns of the event loop meanwhile. */
async function inspectLongest() {
  const { person, ref, file, clear } = await submitted()
  await waitForJobs(server, 'check-file')
  await clear()
  const bytes = makeLongZip(ENTRIES_MAX)
  await server.deps.db.updateTable('files').set({ bytes: bytes.length }).where('uploadId', '=', ref.uploadId).execute()
  let turns = 0
  const turnsAtReads: number[] = []
  const turn = () => {
    turns += 1
    timer = setImmediate(turn)
  }
  let timer = setImmediate(turn)
  async function* read({ from = 0, to = bytes.length }) {
    turnsAtReads.push(turns)
    yield bytes.subarray(from, to)
  }
  await inspectArchive({ ...server.deps, storage: { ...server.deps.storage, read } }, file)
  clearImmediate(timer)
  return { turnsAtReads, found: await seen(person) }
}

test('the event loop keeps running while the longest archive, of half a million entries, is inspected', async () => {
  const { turnsAtReads, found } = await inspectLongest()
  expect(found).toMatchObject({ contents: { files: ENTRIES_MAX, isWhole: true }, hazards: { duplicates: 499_999 } })
  expect(turnsAtReads.length).toBeGreaterThan(20)
  // On one thread all reads would happen in the same turn.
  expect(new Set(turnsAtReads).size).toBeGreaterThan(5)
})

test('an archive that exceeds the budget is recorded as too long, and not inspected again', async () => {
  const { person, file, clear } = await submitted()
  await seen(person)
  await clear()
  const compute = openCompute({ secondsMax: 0 })
  const never = new Promise<Uint8Array>(() => undefined)
  const read = async function* () {
    yield await never
  }
  await inspectArchive({ ...server.deps, compute, storage: { ...server.deps.storage, read } }, file)
  await compute.close()
  expect(await seen(person)).toEqual({ type: 'zip', contents: null, hazards: { 'too-long': 1 } })
})

test('the job succeeds when the file is gone', async () => {
  const { person, ref, file, clear } = await submitted()
  await seen(person)
  await clear()
  const key = await storageKeyOf(server, ref.uploadId)
  await server.deps.storage.remove({ key })
  await expect(inspectArchive(server.deps, file)).resolves.toBeUndefined()
  await server.deps.db.deleteFrom('files').where('uploadId', '=', ref.uploadId).execute()
  await expect(inspectArchive(server.deps, file)).resolves.toBeUndefined()
})
