import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { BodyIn } from '#contract/api.ts'
import { days } from '#domain/units.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { createWaitingRun } from '#server/testing/server/fixtures.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createTrial, EXAMPLE_PLOTS } from '#server/testing/server/trials.ts'
import { addMap, attachReportFile, startArchive, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { readFully } from '../files/read-fully.ts'
import { purgeDeleted } from './purge-deleted.ts'

type Subject = BodyIn<'restoreSubject'>

let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
})
afterAll(() => server.close())

const content = Buffer.from('raw images of a field')
const newCustomer = () => createUser(server, { projectTypes: ['Barley'] })
const submit = async (person: TestUser) => {
  const start = { projectType: 'Barley', fileName: `${randomUUID()}.zip` }
  return (await submitArchive(server, person, { content, start })).analysisRequestId
}
const remove = (subject: Subject, { token }: TestUser) => server.call('deleteSubject', { token, query: subject })
const takeBack = (subject: Subject, { token }: TestUser) => server.call('restoreSubject', { token, body: subject })
const contentsOf = async (subject: Subject, { token }: TestUser) =>
  (await server.call('getDeletionContents', { token, query: subject })).body.data
const purgeAfter = (milliseconds: number) =>
  purgeDeleted({ ...server.deps, now: () => new Date(server.deps.now().getTime() + milliseconds) })
const makeTrial = async ({ token }: TestUser) => {
  const { trialId } = (await server.call('createTrial', { token, body: { name: 'North', projectType: 'Barley' } })).body
    .data
  await server.call('savePlots', { token, body: { trialId, geojson: EXAMPLE_PLOTS } })
  return trialId
}
const projectOf = async (person: TestUser) => {
  const projects = server.deps.db.selectFrom('projects').select('id').where('accountId', '=', person.id)
  return (await projects.executeTakeFirstOrThrow()).id
}
const keysOf = async (person: TestUser) => {
  const files = await server.deps.db
    .selectFrom('files')
    .select('storageKey')
    .where('accountId', '=', person.id)
    .execute()
  return files.map(({ storageKey }) => storageKey)
}
const isStored = (key: string) =>
  readFully(server.deps.storage.read({ key }), 1024).then(
    () => true,
    () => false,
  )
const receiptsOf = async (subject: string) => {
  const entries = server.deps.db.selectFrom('audit').select('before').where('action', '=', 'deletion.purged')
  return (await entries.where('subject', '=', subject).execute()).map(({ before }) => before)
}
/** The tables that have rows of a person. */
async function leftOf({ id, email }: TestUser): Promise<string[]> {
  const { db } = server.deps
  const rows = {
    users: db.selectFrom('users').select('id').where('id', '=', id),
    projects: db.selectFrom('projects').select('id').where('accountId', '=', id),
    analyses: db.selectFrom('analyses').select('id').where('accountId', '=', id),
    uploads: db.selectFrom('uploads').select('id').where('userId', '=', id),
    files: db.selectFrom('files').select('id').where('accountId', '=', id),
    trials: db.selectFrom('trials').select('id').where('accountId', '=', id),
    sessions: db.selectFrom('sessions').select('id').where('userId', '=', id),
    notices: db.selectFrom('notices').select('id').where('userId', '=', id),
    emails: db.selectFrom('emails').select('id').where('toEmail', '=', email),
    deletions: db.selectFrom('deletions').select('kind as id').where('ownerId', '=', id),
  }
  const found = await Promise.all(
    Object.entries(rows).map(async ([table, query]) => ((await query.execute()).length > 0 ? [table] : [])),
  )
  return found.flat()
}

describe('a request that is deleted', () => {
  test('is still there for its customer and staff, cannot be changed, and can be taken back', async () => {
    const customer = await newCustomer()
    const id = await submit(customer)
    const { token } = customer
    const query = { analysisRequestId: id }
    const { purgeOn } = (await server.call('deleteMyRequest', { token, query })).body.data
    expect(Date.parse(purgeOn) - server.deps.now().getTime()).toBeGreaterThan(days(29))
    expect((await server.call('deleteRequest', { token: staff.token, query })).body.data).toEqual({ purgeOn })
    expect((await server.call('getMyAnalysis', { token, query })).body.data.purgeOn).toBe(purgeOn)
    const change = () =>
      server.call('changeStatus', { token: staff.token, body: { ...query, fileStatus: 'UNDER_REVIEW' } })
    expect((await change()).body.message).toBe('This request was deleted. Take it back to change it.')
    await purgeAfter(days(29))
    expect((await server.call('restoreRequest', { token: staff.token, body: query })).status).toBe(200)
    await purgeAfter(days(31))
    expect((await server.call('getMyAnalysis', { token, query })).body.data.purgeOn).toBeNull()
    expect((await change()).status).toBe(200)
  })

  test('goes with its files, bytes and quota after 30 days, with a receipt; flights keep their names', async () => {
    const customer = await newCustomer()
    const id = await submit(customer)
    await attachReportFile(server, staff, { id, content: Buffer.from('a report'), fileName: 'report.txt' })
    const subject = { kind: 'request', id } as const
    expect(await contentsOf(subject, customer)).toMatchObject({ name: 'Barley', requests: 1, files: 2, trials: 0 })
    const keys = await keysOf(customer)
    await waitForJobs(server, 'check-file')
    await remove(subject, customer)
    // The store is away for a while.
    const away = vi.spyOn(server.deps.storage, 'remove').mockRejectedValueOnce(new Error('The store does not answer'))
    await purgeAfter(days(31))
    await waitForJobs(server, 'remove-object')
    away.mockRestore()
    expect(await Promise.all(keys.map(isStored))).toEqual([false, false])
    expect(await leftOf(customer)).toEqual(['users', 'projects', 'sessions', 'emails'])
    expect((await server.call('getMyStorage', { token: customer.token })).body.data.usedBytes).toBe(0)
    expect(await receiptsOf(`analysis:${id}`)).toMatchObject([
      {
        kind: 'request',
        id,
        askedBy: customer.id,
        files: [{ bytes: content.length, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }, { fileName: 'report.txt' }],
      },
    ])
    expect((await takeBack(subject, customer)).status).toBe(404)
  })

  test('waits for an engine that works on it, and for an upload to it', async () => {
    const customer = await newCustomer()
    const id = await submit(customer)
    await createWaitingRun(server.deps.db, id)
    await remove({ kind: 'request', id }, customer)
    await purgeAfter(days(31))
    expect(await leftOf(customer)).toContain('analyses')
    const late = await takeBack({ kind: 'request', id }, customer)
    expect(late.status).toBe(200)
  })
})

test('raw images go alone; the request and its report stay', async () => {
  const customer = await newCustomer()
  const id = await submit(customer)
  await attachReportFile(server, staff, { id, content: Buffer.from('a report'), fileName: 'report.txt' })
  expect(await contentsOf({ kind: 'archive', id }, customer)).toMatchObject({ requests: 0, files: 1 })
  await remove({ kind: 'archive', id }, customer)
  await purgeAfter(days(31))
  const { token } = customer
  const { data } = (await server.call('getMyAnalysis', { token, query: { analysisRequestId: id } })).body
  expect(data).toMatchObject({ fileUrls: [], status: 'PROCESSED', purgeOn: null })
  expect((await server.call('getReport', { token, query: { analysisRequestId: id } })).status).toBe(200)
})

test('a trial cannot be changed once it is deleted, and goes with its plots', async () => {
  const customer = await newCustomer()
  const trialId = await makeTrial(customer)
  const { token } = customer
  await server.call('deleteTrial', { token, query: { trialId } })
  const body = { trialId, name: 'South' }
  expect((await server.call('changeTrial', { token, body })).body.message).toBe(
    'This trial was deleted. Take it back to change it.',
  )
  await takeBack({ kind: 'trial', id: trialId }, customer)
  expect((await server.call('changeTrial', { token, body })).status).toBe(200)
  await server.call('deleteTrial', { token, query: { trialId } })
  await purgeAfter(days(31))
  expect((await server.call('getTrial', { token, query: { trialId } })).status).toBe(404)
  const { db } = server.deps
  expect(await db.selectFrom('trialPlots').select('version').where('trialId', '=', trialId).execute()).toEqual([])
})

test('a project takes nothing more once it is deleted, and goes with all that is in it', async () => {
  const customer = await newCustomer()
  await submit(customer)
  await makeTrial(customer)
  await addMap(server, customer, { content, fileName: 'field.tif', projectType: 'Barley' })
  const subject = { kind: 'project', id: await projectOf(customer) } as const
  expect(await contentsOf(subject, customer)).toMatchObject({ name: 'Barley', requests: 1, files: 2, trials: 1 })
  await remove(subject, customer)
  const refused = await startArchive(server, customer, { content, start: { projectType: 'Barley' } })
  expect(refused.body.message).toBe('This project was deleted. Take it back to add to it.')
  await purgeAfter(days(31))
  expect(await leftOf(customer)).toEqual(['users', 'sessions', 'emails'])
})

describe('an account that is deleted', () => {
  test('goes with everything, also when removing it is cut off at any step', async () => {
    const customer = await newCustomer()
    const ids = [await submit(customer), await submit(customer)]
    await makeTrial(customer)
    const { token } = customer
    await server.call('deleteMyAccount', { token })
    expect((await server.call('getProfile', { token })).body.data.purgeOn).toBeDefined()
    const { db } = server.deps
    // Each run ends where the process would: after one more of its transactions.
    for (let allowed = 1; (await leftOf(customer)).includes('users'); allowed += 1) {
      expect(allowed).toBeLessThan(20)
      let begun = 0
      const transaction = vi.spyOn(db, 'transaction').mockImplementation(function (this: typeof db) {
        begun += 1
        if (begun > allowed) throw new Error('The process was killed')
        return Object.getPrototypeOf(db).transaction.call(db)
      })
      await purgeAfter(days(31)).catch(() => undefined)
      transaction.mockRestore()
      const left = await db.selectFrom('analyses').select('id').where('accountId', '=', customer.id).execute()
      const files = await db.selectFrom('files').select('analysisId').where('accountId', '=', customer.id).execute()
      // No request has lost its files, and no file its request.
      expect(new Set(files.map(({ analysisId }) => analysisId))).toEqual(new Set(left.map(({ id }) => id)))
    }
    expect(await leftOf(customer)).toEqual([])
    for (const id of ids) expect(await receiptsOf(`analysis:${id}`)).toHaveLength(1)
    expect((await server.call('getProfile', { token })).status).toBe(401)
  })

  test('of a person who is not approved is theirs to delete, and to take back', async () => {
    const waiting = await createUser(server, { status: 'PENDING' })
    const { token } = waiting
    expect((await server.call('deleteMyAccount', { token })).status).toBe(200)
    expect((await server.call('restoreMyAccount', { token })).status).toBe(200)
    await purgeAfter(days(31))
    expect(await leftOf(waiting)).toContain('users')
    expect((await server.call('deleteMyAccount', { token: staff.token })).status).toBe(404)
  })

  test('is deleted by staff as well, and listed for both', async () => {
    const customer = await newCustomer()
    await remove({ kind: 'account', id: customer.id }, staff)
    const listed = async ({ token }: TestUser, query = {}) =>
      (await server.call('listDeletions', { token, query })).body.data
    const expected = [{ kind: 'account', id: customer.id, name: customer.fullName, askedBy: staff.fullName }]
    expect(await listed(customer)).toMatchObject(expected)
    expect(await listed(staff, { userId: customer.id })).toMatchObject(expected)
    const other = await newCustomer()
    expect((await server.call('listDeletions', { token: other.token, query: { userId: customer.id } })).status).toBe(
      404,
    )
  })
})

test('the data that people download says what staff did to it, and not from which address', async () => {
  const customer = await newCustomer()
  await submit(customer)
  const body = { userId: customer.id, reason: 'A court asked for it' }
  await server.call('setLegalHold', { token: staff.token, body })
  const { data } = (await server.call('getMyData', { token: customer.token })).body
  const addressOf = (action: string) => data['activity']?.find((entry) => entry['action'] === action)?.['address']
  expect([addressOf('user.held'), addressOf('upload.started')]).toEqual([null, '127.0.0.1'])
  expect(data['requests']).toHaveLength(1)
  expect(data['files']).toHaveLength(1)
})

test('a legal hold keeps everything of a customer until staff end it', async () => {
  const customer = await newCustomer()
  const id = await submit(customer)
  const hold = (reason: string) =>
    server.call('setLegalHold', { token: staff.token, body: { userId: customer.id, reason } })
  await remove({ kind: 'request', id }, customer)
  await hold('A court asked for it')
  expect(await contentsOf({ kind: 'request', id }, staff)).toMatchObject({ isHeld: true })
  await purgeAfter(days(31))
  expect(await leftOf(customer)).toContain('analyses')
  await hold('')
  await purgeAfter(days(31))
  expect(await leftOf(customer)).not.toContain('analyses')
})

test('a legal hold refuses what would be removed at once', async () => {
  const customer = await newCustomer()
  const { token } = customer
  const analysisRequestId = await submit(customer)
  await attachReportFile(server, staff, { id: analysisRequestId, fileName: 'report.pdf', content })
  const { db } = server.deps
  const file = await db
    .selectFrom('files')
    .select(['id', 'storageKey'])
    .where('analysisId', '=', analysisRequestId)
    .where('kind', '=', 'REPORT')
    .executeTakeFirstOrThrow()
  const storedName = file.storageKey.split('/').at(-1) ?? ''
  const { trialId, trialFlightId, measurementId } = await createTrial(server, { owner: customer, mapId: file.id })
  await server.call('saveOwnColumn', { token, body: { trialId, name: 'Yield', values: [{ plotId: '101', value: 3 }] } })
  await server.call('saveFormula', {
    token,
    body: { trialId, trait: 'Lean', name: 'Lean', formula: 'G / R' },
  })
  const [column] = (await server.call('listOwnColumns', { token, query: { trialId } })).body.data
  const [formula] = (await server.call('listFormulas', { token, query: { trialId } })).body.data
  const columnId = column?.columnId ?? ''
  const formulaId = formula?.formulaId ?? ''
  const removing = async () => [
    (await server.call('deleteOwnColumn', { token, query: { columnId } })).body,
    (await server.call('deleteFormula', { token, query: { formulaId } })).body,
    (await server.call('deleteMeasurement', { token, query: { measurementId } })).body,
    (await server.call('removeTrialFlight', { token, query: { trialFlightId } })).body,
    (await server.call('removeReportFile', { token: staff.token, query: { analysisRequestId, storedName } })).body,
  ]
  const hold = (reason: string) =>
    server.call('setLegalHold', { token: staff.token, body: { userId: customer.id, reason } })
  await hold('A court asked for it')
  const why = 'A legal hold keeps all of this customer, so this can’t be removed until our team ends the hold.'
  expect(await removing()).toEqual(Array(5).fill(expect.objectContaining({ statusCode: 409, message: why })))
  await hold('')
  expect((await removing()).map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200))
})

test('what cannot be removed keeps nothing else from being removed', async () => {
  const [customer, other] = [await newCustomer(), await newCustomer()]
  const [id, otherId] = [await submit(customer), await submit(other)].toSorted()
  for (const one of [id, otherId]) await remove({ kind: 'request', id: one ?? '' }, staff)
  const enqueue = vi.spyOn(server.deps.queue, 'cancel').mockRejectedValueOnce(new Error('The database is full'))
  await expect(purgeAfter(days(31))).rejects.toThrow('Not all that is deleted could be removed')
  enqueue.mockRestore()
  const { db } = server.deps
  const left = () => db.selectFrom('analyses').select('id').where('accountId', 'in', [customer.id, other.id]).execute()
  expect(await left()).toEqual([{ id }])
  await purgeAfter(days(31))
  expect(await left()).toEqual([])
})
