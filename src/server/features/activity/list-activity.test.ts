import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let staff: TestUser
let customer: TestUser

beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server, { fullName: 'Sam Furrow' })
  customer = await createUser(server, { fullName: 'Carla Fields' })
})
afterAll(() => server.close())

test('shows actor, action and subject, with the values before and after', async () => {
  await server.call('verifyUser', {
    token: staff.token,
    body: { userId: customer.id, status: 3, projectTypes: ['Soybean_Trial'] },
  })
  const { body } = await server.call('listActivity', {
    token: staff.token,
    query: { subject: `user:${customer.id}`, actorId: staff.id },
  })
  expect(body.data).toEqual([
    expect.objectContaining({
      actor: { fullName: 'Sam Furrow', email: staff.email },
      action: 'user.verified',
      about: 'Carla Fields',
      before: expect.objectContaining({ status: 'APPROVED' }),
      after: expect.objectContaining({ status: 'ON_HOLD' }),
      address: '127.0.0.1',
    }),
  ])
  expect(body.total).toBe(1)
})

test('is append-only: its rows can be neither changed nor deleted', async () => {
  const { db } = server.deps
  const count = async () => (await db.selectFrom('audit').select('id').execute()).length
  const before = await count()
  expect(before).toBeGreaterThan(0)
  await expect(db.updateTable('audit').set({ action: 'nothing' }).execute()).rejects.toThrow('only grows')
  await expect(db.deleteFrom('audit').execute()).rejects.toThrow('only grows')
  expect(await count()).toBe(before)
})

test('continues by cursor without duplicates or gaps, newest first', async () => {
  const all = (await server.call('listActivity', { token: staff.token })).body.data.map(({ id }) => id)
  const paged: number[] = []
  let after: string | undefined
  do {
    const { body } = await server.call('listActivity', {
      token: staff.token,
      query: { pageSize: '2', ...(after ? { after } : {}) },
    })
    paged.push(...body.data.map(({ id }) => id))
    after = body.next ?? undefined
  } while (after)
  expect(paged).toEqual(all)
  expect(all).toEqual(all.toSorted((a, b) => b - a))
  expect(all.length).toBeGreaterThan(2)
})

test('a cursor from another list is rejected or finds nothing, and never causes a 500', async () => {
  const other = Buffer.from(JSON.stringify([0, new Date().toISOString(), 'some-user'])).toString('base64url')
  const { status, body } = await server.call('listActivity', { token: staff.token, query: { after: other } })
  expect(status).toBe(200)
  expect(body.data).toEqual([])
})

test('shows the history of a request to its customer only', async () => {
  const owner = await createUser(server)
  const ref = await submitArchive(server, owner)
  const query = { analysisRequestId: ref.analysisRequestId }
  await server.call('changeStatus', {
    token: staff.token,
    body: { ...query, fileStatus: 'UNDER_REVIEW', message: 'Control points found.' },
  })
  await server.call('changeStatus', {
    token: staff.token,
    body: { ...query, fileStatus: 'UNDER_REVIEW', message: 'Overlap is fine.' },
  })
  const { body } = await server.call('getTimeline', { token: owner.token, query })
  expect(body.data.map(({ event, status, message }) => [event, status, message])).toEqual([
    ['received', 'PENDING', null],
    ['status', 'UNDER_REVIEW', 'Control points found.'],
    ['message', 'UNDER_REVIEW', 'Overlap is fine.'],
  ])
  const stranger = await createUser(server)
  expect((await server.call('getTimeline', { token: stranger.token, query })).status).toBe(404)
})
