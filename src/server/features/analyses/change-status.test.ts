import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BodyIn } from '#contract/api.ts'
import { emailsTo } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { startArchive, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
let staff: TestUser
let customer: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
  customer = await createUser(server)
})
afterAll(() => server.close())

type Change = Partial<BodyIn<'changeStatus'>>
const change = (analysisRequestId: string, input: Change) =>
  server.call('changeStatus', {
    token: staff.token,
    body: { analysisRequestId, fileStatus: 'UNDER_REVIEW', ...input },
  })
const submitted = async () => (await submitArchive(server, customer)).analysisRequestId
/** The status and message that the customer sees. */
async function seen(id: string) {
  const { body } = await server.call('listMyAnalyses', { token: customer.token, query: { pageSize: '100' } })
  return body.data.find(({ analysisRequestId }) => analysisRequestId === id)
}

test('staff can choose statuses in any order', async () => {
  const id = await submitted()
  for (const fileStatus of ['UNDER_REVIEW', 'REJECTED', 'PENDING', 'REJECTED', 'UNDER_REVIEW', 'PENDING'] as const) {
    const { status, body } = await change(id, { fileStatus })
    expect(status).toBe(200)
    expect(body.data.status).toBe(fileStatus)
    expect((await seen(id))?.status).toBe(fileStatus)
  }
})

test('a message belongs to its change: another status does not show it, the timeline does', async () => {
  const id = await submitted()
  await change(id, { fileStatus: 'REJECTED', message: '  The photos overlap too little <b>!</b> ' })
  expect(await seen(id)).toMatchObject({ status: 'REJECTED', message: 'The photos overlap too little <b>!</b>' })
  await change(id, { fileStatus: 'PENDING' })
  expect(await seen(id)).toMatchObject({ status: 'PENDING', message: null })
  const { body } = await server.call('getTimeline', { token: customer.token, query: { analysisRequestId: id } })
  expect(body.data.map(({ status, message }) => [status, message])).toEqual([
    ['PENDING', null],
    ['REJECTED', 'The photos overlap too little <b>!</b>'],
    ['PENDING', null],
  ])
})

test('the same status keeps its message, replaces it, or removes it with an empty one', async () => {
  const id = await submitted()
  await change(id, { message: 'We start on Monday' })
  await change(id, {})
  expect((await seen(id))?.message).toBe('We start on Monday')
  await change(id, { message: 'We start on Tuesday' })
  expect((await seen(id))?.message).toBe('We start on Tuesday')
  await change(id, { message: ' ' })
  expect((await seen(id))?.message).toBeNull()
})

test('every change is emailed to the customer, with the message and a link to the request', async () => {
  const person = await createUser(server)
  const { analysisRequestId: id } = await submitArchive(server, person, { start: { fileName: 'June%20flight.zip' } })
  await change(id, { fileStatus: 'UNDER_REVIEW' })
  await change(id, { fileStatus: 'UNDER_REVIEW', message: 'We miss the control points' })
  await change(id, { fileStatus: 'UNDER_REVIEW', message: '' })
  await change(id, { fileStatus: 'REJECTED', message: 'The photos overlap too little' })
  await change(id, { fileStatus: 'PENDING' })
  const texts = new Map((await emailsTo(server, person.email, 5)).map(({ subject, text }) => [subject, text]))
  expect([...texts.keys()].toSorted()).toEqual([
    'New message about your request',
    'We received your images',
    'Your request is under review',
    'Your request is waiting for review',
    'Your request was rejected',
  ])
  expect(texts.get('We received your images')).toMatch(/June flight.*\.zip/)
  expect(texts.get('New message about your request')).toContain('We miss the control points')
  expect(texts.get('Your request was rejected')).toContain('The photos overlap too little')
  expect(texts.get('Your request is waiting for review')).not.toContain('The photos overlap too little')
  for (const text of texts.values()) expect(text).toContain(`/my-dashboard/requests/${id}`)
})

test('the same status again changes nothing', async () => {
  const id = await submitted()
  const { body: first } = await change(id, { version: 1 })
  const { body: again } = await change(id, {})
  expect(first.data.version).toBe(2)
  expect(again.data.version).toBe(2)
})

test('F59: a concurrent change is not overwritten, and the current state is returned', async () => {
  const id = await submitted()
  const answers = await Promise.all([
    change(id, { version: 1, fileStatus: 'UNDER_REVIEW' }),
    change(id, { version: 1, fileStatus: 'REJECTED', message: 'No' }),
  ])
  const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
  expect([won?.status, lost?.status]).toEqual([200, 409])
  expect(lost?.body.message).toBe(
    'Someone else changed this request meanwhile. Check its current state, then try again.',
  )
  expect(lost?.body.data).toMatchObject({ analysisRequestId: id, status: won?.body.data.status, version: 2 })
  expect((await seen(id))?.status).toBe(won?.body.data.status)
})

test('an unknown request and one that is still uploading are not found', async () => {
  const { body } = await startArchive(server, customer, { content: Buffer.from('x') })
  for (const id of ['unknown', body.data.id]) {
    const answer = await change(id, {})
    expect(answer.status).toBe(404)
    expect(answer.body.message).toBe('Request not found')
  }
})

const CHOOSE = 'Choose PENDING, UNDER_REVIEW or REJECTED. A request becomes PROCESSED when its report is published.'
test.each([
  [{ fileStatus: 'PROCESSED' }, 'fileStatus', CHOOSE],
  [{ fileStatus: 'UPLOADING' }, 'fileStatus', CHOOSE],
  [{ fileStatus: 'pending' }, 'fileStatus', CHOOSE],
  [{ fileStatus: 1 }, 'fileStatus', CHOOSE],
  [{ fileStatus: undefined }, 'fileStatus', CHOOSE],
  [{ message: 'x'.repeat(2001) }, 'message', 'A message has at most 2000 characters'],
  [{ message: {} }, 'message', 'Message must be text'],
  [{ version: 1.5 }, 'version', 'Version must be a whole number'],
])('%j is rejected, with an error for its field', async (input, field, message) => {
  const id = await submitted()
  const { status, body } = await change(id, input as Change)
  expect({ status, errors: body.errors }).toEqual({ status: 400, errors: [{ field, message }] })
  expect(await seen(id)).toMatchObject({ status: 'PENDING', message: null })
})
