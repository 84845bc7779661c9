import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days, GiB, MiB } from '#domain/units.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { fieldTiff } from '#server/testing/server/measured-trials.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createTrial, EXAMPLE_PLOTS, FLIGHT_METHOD } from '#server/testing/server/trials.ts'
import { addMap, attachReportFile, startArchive, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { storageUseOf } from './quota.ts'

const QUOTA = GiB(1)
const TOO_LARGE =
  'This file needs 600.00 MB, but you have 424.00 MB left (600.00 MB of 1.00 GB used). Remove an unfinished upload, or ask us for more space. Most of it: unfinished uploads of Soybean Trial (600.00 MB).'

let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer({ CUSTOMER_QUOTA_GIB: '1', PART_BYTES: String(MiB(1)) })
  staff = await createStaff(server)
})
afterAll(() => server.close())

const content = Buffer.alloc(0)
const start = (person: TestUser, megabytes: number, more: { id?: string; fingerprint?: string } = {}) =>
  startArchive(server, person, { content, start: { fileSize: MiB(megabytes), ...more } })
const used = async ({ token }: TestUser) => (await server.call('getMyStorage', { token })).body.data.usedBytes

describe("a customer's quota", () => {
  test('a file larger than the remaining space is rejected before any byte of it, with a message for the field fileSize', async () => {
    const person = await createUser(server)
    expect((await start(person, 600)).status).toBe(200)
    const { status, body } = await start(person, 600)
    expect({ status, body }).toEqual({
      status: 413,
      body: { statusCode: '413', message: TOO_LARGE, errors: [{ field: 'fileSize', message: TOO_LARGE }] },
    })
    expect(await used(person)).toBe(MiB(600))
    expect((await start(person, 424)).status).toBe(200)
    expect(await used(person)).toBe(QUOTA)
    expect((await start(await createUser(server), 600)).status).toBe(200)
  })

  test('a resumed upload counts once, and a cancelled one no longer', async () => {
    const person = await createUser(server)
    const fingerprint = '5'.repeat(64)
    const { data } = (await start(person, 600, { fingerprint })).body
    expect((await start(person, 600, { fingerprint })).body.data.id).toBe(data.id)
    expect((await start(person, 600, { id: data.id })).status).toBe(200)
    expect(await used(person)).toBe(MiB(600))
    const query = { uploadId: data.preSignedUrl.uploadId, analysisRequestId: data.id }
    await server.call('cancelUpload', { token: person.token, query })
    expect(await used(person)).toBe(0)
    expect((await start(person, 1000)).status).toBe(200)
  })

  test('an upload of unknown size counts with the maximum size of its parts until it is complete', async () => {
    const person = await createUser(server)
    const archive = Buffer.from('an archive of raw images')
    const unknownSize = { fileSize: undefined, totalChunks: 1 }
    await submitArchive(server, person, { content: archive, start: unknownSize })
    expect(await used(person)).toBe(archive.length)
    const large = await startArchive(server, person, { content, start: { fileSize: undefined, totalChunks: 1000 } })
    expect(large.status).toBe(200)
    expect(await used(person)).toBe(archive.length + MiB(1000))
    const more = await startArchive(server, person, { content, start: { fileSize: undefined, totalChunks: 25 } })
    expect(more.status).toBe(413)
  })

  test('concurrent starts never exceed it together', async () => {
    const person = await createUser(server)
    const answers = await Promise.all(Array.from({ length: 5 }, () => start(person, 300)))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 200, 413, 413])
    expect(await used(person)).toBe(MiB(900))
    const open: string[] = []
    for await (const { uploadId } of server.deps.storage.listUploads()) open.push(uploadId)
    const mine = server.deps.db.selectFrom('uploads').select('storageUploadId').where('userId', '=', person.id)
    expect((await mine.execute()).filter(({ storageUploadId }) => open.includes(storageUploadId))).toHaveLength(3)
  })

  test('staff can read it for every user', async () => {
    const person = await createUser(server)
    await start(person, 600)
    const { token } = staff
    const seen = await server.call('getUserStorage', { token, query: { userId: person.id } })
    expect(seen.body.data).toEqual({ usedBytes: MiB(600), quotaBytes: QUOTA })
    expect((await server.call('getUserStorage', { token, query: { userId: 'nobody' } })).status).toBe(404)
  })
})

test('plots, measured values and files of flights count, and once it is full nothing more of them is made', async () => {
  const person = await createUser(server)
  const { db } = server.deps
  const { analysisRequestId } = await submitArchive(server, person)
  await attachReportFile(server, staff, { id: analysisRequestId, content: Buffer.from('a map') })
  const ofReport = db.selectFrom('files').select('id').where('kind', '=', 'REPORT')
  const map = await ofReport.where('analysisId', '=', analysisRequestId).executeTakeFirstOrThrow()
  const before = await used(person)
  const { trialId, trialFlightId, measurementId } = await createTrial(server, { owner: person, mapId: map.id })
  const plots = { trialId, geojson: EXAMPLE_PLOTS as never }
  expect((await server.call('savePlots', { token: person.token, body: plots })).status).toBe(200)
  const ofPlots = (await used(person)) - before
  expect(ofPlots).toBeGreaterThan(100)

  await db
    .updateTable('trialPlots')
    .set({ bytes: 1000 })
    .where('trialId', '=', trialId)
    .where('version', '=', 1)
    .execute()
  await sql`insert into measured_flights (measurement_id, flight_id, inputs, photo_inputs, method)
    values (${measurementId}, ${trialFlightId}, '', '', ${JSON.stringify(FLIGHT_METHOD)})`.execute(db)
  await sql`insert into flight_values (flight_id, inputs, trait, unit, columns, data)
    values (${trialFlightId}, '', 'canopyCover', '%', '{}', ${Buffer.alloc(200)})`.execute(db)
  await db.insertInto('flightFiles').values({ key: 'clips', mapFileId: map.id, bytes: 30_000 }).execute()
  expect(await used(person)).toBe(before + ofPlots + 1000 + 200 + 30_000)
  const { body: parts } = await server.call('getStorageByProject', { token: person.token })
  expect(parts.data.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(await used(person))
  const bytesOf = (kind: string) => parts.data.find((part) => part.kind === kind)?.bytes
  expect([bytesOf('plots'), bytesOf('values'), bytesOf('flight-files')]).toEqual([ofPlots + 1000, 200, 30_000])

  await db.updateTable('flightFiles').set({ bytes: QUOTA }).where('key', '=', 'clips').execute()
  const full = {
    status: 413,
    body: { message: expect.stringMatching(/^Your storage is full: 1\.00 GB of 1\.00 GB used\./) },
  }
  expect(await server.call('savePlots', { token: person.token, body: plots })).toMatchObject(full)
  const settings = { trialId, bufferMetres: 0, mask: { method: 'exgr' as const } }
  expect(await server.call('startMeasurement', { token: person.token, body: settings })).toMatchObject(full)
})

test('copies of own files for viewing count, once for files with the same content', async () => {
  const person = await createUser(server)
  const field = fieldTiff({ width: 70, height: 60, bands: 3, photometric: 2, valueAt: (x, y) => x + y, pixel: 0.2 })
  for (const fileName of ['field.tif', 'again.tif']) await addMap(server, person, { content: field, fileName })
  for (const job of ['check-file', 'prepare-map']) await waitForJobs(server, job)
  const { body } = await server.call('getStorageByProject', { token: person.token })
  const copies = body.data.find(({ kind }) => kind === 'copies')
  expect(copies).toMatchObject({ count: 1, projectType: 'Soybean_Trial', bytes: expect.any(Number) })
  expect(await used(person)).toBe(2 * field.length + (copies?.bytes ?? 0))
})

test('the sum uses an index-only scan', async () => {
  const person = await createUser(server)
  const other = await createUser(server)
  const { db, now } = server.deps
  const at = new Date(now().getTime() - days(1))
  await sql`insert into analyses (id, account_id, project_id, description, report_categories, status, submitted_at)
    select 'many-' || n, account_id, id, '', '{}', 'PENDING', ${at}
    from generate_series(1, 1000) n
    join projects on account_id = case when n % 20 = 0 then ${person.id} else ${other.id} end`.execute(db)
  await sql`insert into uploads (id, analysis_id, account_id, user_id, kind, file_name, storage_key, total_parts, part_bytes, file_bytes, storage_upload_id, state, started_at, touched_at)
    select id, id, account_id, account_id, 'ARCHIVE', 'a.zip', id, 1, 1, 1000, id, 'COMPLETE', ${at}, ${at} from analyses where id like 'many-%'`.execute(
    db,
  )
  await sql`vacuum analyze uploads`.execute(db)
  expect(await storageUseOf(db, { accountId: person.id, quotaBytes: QUOTA })).toEqual({
    usedBytes: 50_000,
    quotaBytes: QUOTA,
  })
  const { rows } = await sql<Record<string, string>>`explain select
    sum(coalesce(file_bytes, total_parts * part_bytes)) from uploads
    where account_id = ${person.id} and kind <> ${'REPORT'} and state <> ${'ABANDONED'}`.execute(db)
  const plan = rows.flatMap((row) => Object.values(row)).join('\n')
  expect(plan).toContain('Index Only Scan using uploads_of_account')
})
