import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MAP_MAKER } from '#domain/maps.ts'
import { days } from '#domain/units.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { fieldTiff } from '#server/testing/server/measured-trials.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { EXAMPLE_PLOTS } from '#server/testing/server/trials.ts'
import { addMap, sendParts, startMap } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { DamagedObject } from '../../adapters/storage/storage.ts'
import { purgeDeleted } from '../deletions/purge-deleted.ts'
import { backfillFiles } from '../files/backfill-files.ts'
import { noteDamage } from '../files/note-damage.ts'
import { readFully } from '../files/read-fully.ts'

/** 14 m by 12 m. */
const FIELD = fieldTiff({
  width: 70,
  height: 60,
  bands: 3,
  sampleType: 'uint8',
  photometric: 2,
  valueAt: (column, _row, band) => 40 + 60 * band + column,
  pixel: 0.2,
})

let server: TestServer
let staff: TestUser
let customer: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
})
beforeEach(async () => {
  customer = await createUser(server)
})
afterAll(() => server.close())

const prepared = async () => {
  for (const job of ['check-file', 'prepare-map']) await waitForJobs(server, job)
}
const listed = async (query: Record<string, string>, { token } = customer) =>
  (await server.call('listMaps', { token, query })).body.data
const ofProject = { projectType: 'Soybean_Trial' }

describe('an own map', () => {
  test('is added to a project without a request, and says what it is', async () => {
    const mapId = await addMap(server, customer, { content: FIELD, fileName: 'field.tif', takenOn: '2026-07-01' })
    await prepared()
    const maps = await listed(ofProject)
    expect(maps).toHaveLength(1)
    expect(maps[0]).toMatchObject({
      mapId,
      fileId: mapId,
      origin: 'own',
      state: 'READY',
      takenOn: '2026-07-01',
      bands: ['red', 'green', 'blue'],
      isPublished: true,
      madeBy: null,
    })
    expect(await listed({ fileId: mapId })).toEqual([expect.objectContaining({ mapId })])
    expect(await listed({ fileId: mapId }, staff)).toEqual([expect.objectContaining({ mapId })])
    const { body } = await server.call('listMyAnalyses', { token: customer.token })
    expect(JSON.stringify(body)).not.toContain(mapId)
  })

  test('is measured in a trial, with no staff', async () => {
    const { token } = customer
    const mapId = await addMap(server, customer, { content: FIELD, takenOn: '2026-07-01' })
    await prepared()
    const { trialId } = (await server.call('createTrial', { token, body: { name: 'Own field' } })).body.data
    expect((await listed({ trialId })).map((map) => map.mapId)).toEqual([mapId])
    const flight = { trialId, takenOn: '2026-07-01', orthomosaicMapId: mapId }
    expect((await server.call('addTrialFlight', { token, body: flight })).status).toBe(200)
    await server.call('savePlots', { token, body: { trialId, geojson: EXAMPLE_PLOTS } })
    const settings = { trialId, bufferMetres: 0, mask: { method: 'exgr' as const } }
    const { measurementId } = (await server.call('startMeasurement', { token, body: settings })).body.data
    await waitForJobs(server, 'measure-trial')
    const { body } = await server.call('getMeasurement', { token, query: { measurementId } })
    expect(body.data).toMatchObject({ state: 'DONE' })
  })

  test('of the same file is the same upload, whatever was answered; another fingerprint is another file', async () => {
    const fingerprint = 'a'.repeat(64)
    const first = (await startMap(server, customer, { content: FIELD, fingerprint })).body.data
    const more = { fingerprint, takenOn: '2026-07-02', description: 'north field' }
    const again = (await startMap(server, customer, { content: FIELD, ...more })).body.data
    expect(again.id).toBe(first.id)
    const upload = server.deps.db.selectFrom('uploads').select('stated').where('id', '=', first.id)
    expect(await upload.executeTakeFirst()).toEqual({ stated: { takenOn: '2026-07-02' } })
    const other = (await startMap(server, customer, { content: FIELD, fingerprint: 'b'.repeat(64) })).body.data
    expect(other.id).not.toBe(first.id)
  })

  test('is complete once, however often that is said, and counts to the quota', async () => {
    const { token } = customer
    const { data } = (await startMap(server, customer, { content: FIELD })).body
    const query = { uploadId: data.preSignedUrl.uploadId, fileId: data.id }
    const body = await sendParts(data, FIELD)
    for (let time = 0; time < 2; time += 1) {
      const completed = await server.call('completeMapUpload', { token, query, body })
      expect(completed.body).toMatchObject({ statusCode: 200, data: { fileId: data.id, mapId: data.id } })
    }
    expect(await listed(ofProject)).toHaveLength(1)
    const storage = await server.call('getMyStorage', { token })
    expect(storage.body.data.usedBytes).toBe(FIELD.length)
  })

  test('is described by its customer, and by nobody else; staff see it', async () => {
    const mapId = await addMap(server, customer, { content: FIELD })
    await prepared()
    const describeAs = ({ token }: TestUser, body: object) =>
      server.call('describeMap', { token, body: { mapId, ...body } })
    const described = await describeAs(customer, { takenOn: '2026-06-30' })
    expect(described.body.data).toMatchObject({ takenOn: '2026-06-30', origin: 'own' })
    expect((await describeAs(staff, { takenOn: '2026-06-29' })).status).toBe(403)
    const stranger = await createUser(server)
    expect((await describeAs(stranger, { takenOn: '2026-06-29' })).status).toBe(404)
    expect(await listed({ fileId: mapId }, stranger)).toEqual([])
    expect(await listed(ofProject, stranger)).toEqual([])
    const activity = await server.call('listActivity', { token: staff.token })
    expect(activity.body.data.map(({ action }) => action)).toContain('map.added')
  })

  test('needs a project that is assigned, a trial of their own, and a size', async () => {
    expect((await startMap(server, customer, { content: FIELD, projectType: 'Another_Trial' })).status).toBe(403)
    expect((await startMap(server, customer, { content: FIELD, trialId: 'of-nobody' })).status).toBe(404)
    expect((await startMap(server, customer, { content: Buffer.alloc(0) })).status).toBe(400)
  })
})

test('what happens to an own file is noted under its project, and its copy is made again by a newer version', async () => {
  const { db } = server.deps
  const id = await addMap(server, customer, { content: FIELD, description: 'north field' })
  await prepared()
  const file = await db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(file.remarks).toBe('north field')

  const aDayAgo = new Date(server.deps.now().getTime() - days(2))
  await db.updateTable('files').set({ createdAt: aDayAgo }).where('id', '=', id).execute()
  await db.updateTable('maps').set({ maker: 0 }).where('fileId', '=', id).execute()
  await backfillFiles(server.deps)
  await waitForJobs(server, 'prepare-map')
  const map = db.selectFrom('maps').select('maker').where('fileId', '=', id)
  expect(await map.executeTakeFirst()).toEqual({ maker: MAP_MAKER })

  await noteDamage(server.deps, file, Promise.reject(new DamagedObject('other bytes')))
  const notes = db.selectFrom('audit').select('subject').where('action', '=', 'file.damaged')
  expect(await notes.execute()).toEqual([{ subject: `project:${file.projectId}` }])
})

test('staff see the own maps of a customer, whom nobody else can ask about', async () => {
  const person = await createUser(server)
  const mapId = await addMap(server, person, { content: FIELD })
  const ofPerson = async ({ token }: TestUser) =>
    (await server.call('listMaps', { token, query: { userId: person.id } })).body.data.map((map) => map.mapId)
  expect(await ofPerson(staff)).toEqual([mapId])
  expect(await ofPerson(person)).toEqual([mapId])
  expect(await ofPerson(await createUser(server))).toEqual([])
})

test('maps are asked for of something', async () => {
  const { status } = await server.call('listMaps', { token: customer.token, query: {} })
  expect(status).toBe(400)
})

const remove = (fileId: string, { token } = customer) => server.call('deleteMap', { token, query: { fileId } })
const restore = (fileId: string) => server.call('restoreMap', { token: customer.token, body: { fileId } })
const usedBytes = async () => (await server.call('getMyStorage', { token: customer.token })).body.data.usedBytes
const purge = (after: number) =>
  purgeDeleted({ ...server.deps, now: () => new Date(server.deps.now().getTime() + after) })

describe('an own file that is deleted', () => {
  test('can be taken back for 30 days, in which trials are not offered it', async () => {
    const mapId = await addMap(server, customer, { content: FIELD })
    await prepared()
    const { token } = customer
    const { trialId } = (await server.call('createTrial', { token, body: { name: 'Field' } })).body.data
    const offered = async () =>
      (await server.call('suggestMaps', { token, query: { trialId } })).body.data.map((map) => map.mapId)
    expect(await offered()).toEqual([mapId])
    const { purgeOn } = (await remove(mapId)).body.data
    expect(Date.parse(purgeOn) - server.deps.now().getTime()).toBeGreaterThan(days(29))
    expect((await remove(mapId)).body.data).toEqual({ purgeOn })
    expect(await listed({ fileId: mapId })).toMatchObject([{ purgeOn, state: 'READY' }])
    expect(await offered()).toEqual([])
    await purge(days(29))
    expect((await restore(mapId)).status).toBe(200)
    await purge(days(31))
    expect(await listed({ fileId: mapId })).toMatchObject([{ purgeOn: null }])
    expect(await offered()).toEqual([mapId])
  })

  test('is removed for good after them, with its bytes and its share of the storage; values of trials stay', async () => {
    const mapId = await addMap(server, customer, { content: FIELD })
    await prepared()
    const { token } = customer
    const { trialId } = (await server.call('createTrial', { token, body: { name: 'Field' } })).body.data
    await server.call('addTrialFlight', { token, body: { trialId, takenOn: '2026-07-01', orthomosaicMapId: mapId } })
    const { storageKey } = await server.deps.db
      .selectFrom('files')
      .select('storageKey')
      .where('id', '=', mapId)
      .executeTakeFirstOrThrow()
    const used = await usedBytes()
    expect(used).toBeGreaterThan(FIELD.length)
    await remove(mapId)
    expect(await usedBytes()).toBe(used)
    await purge(days(31))
    await waitForJobs(server, 'remove-object')
    expect(await listed(ofProject)).toEqual([])
    expect((await restore(mapId)).status).toBe(404)
    expect(await usedBytes()).toBe(0)
    await expect(readFully(server.deps.storage.read({ key: storageKey }), FIELD.length)).rejects.toMatchObject({
      code: 'not-found',
    })
    const { flights } = (await server.call('getTrial', { token, query: { trialId } })).body.data
    expect(flights[0]?.orthomosaic).toMatchObject({ mapId: null, fileName: 'field.tif' })
  })

  test('is one of the customer: not a file of a report, nor of anybody else', async () => {
    const mapId = await addMap(server, customer, { content: FIELD })
    const other = await createUser(server)
    expect((await remove(mapId, other)).status).toBe(404)
    expect((await remove(mapId, staff)).status).toBe(403)
  })
})
