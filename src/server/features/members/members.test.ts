import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountRole } from '#domain/memberships.ts'
import { days } from '#domain/units.ts'
import { purgeDeleted } from '#server/features/deletions/purge-deleted.ts'
import { emailsTo } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { sendParts, startArchive, submitArchive } from '#server/testing/server/uploads.ts'
import { addMember, createStaff, createUser, PASSWORD, type TestUser } from '#server/testing/server/users.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const content = Buffer.from('raw images')
const accountOf = async ({ token }: TestUser) => (await server.call('getAccount', { token })).body.data

/** Invites a person by the call, and returns the code of the emailed link. */
async function invite(
  owner: TestUser,
  email: string,
  { role, count = 1 }: { role: AccountRole; count?: number },
): Promise<string> {
  expect((await server.call('inviteMember', { token: owner.token, body: { email, role } })).status).toBe(200)
  const sent = (await emailsTo(server, email.toLowerCase(), count)).at(-1)
  return /\/join\?code=([\w-]+)/.exec(sent?.text ?? '')?.[1] ?? ''
}

/** A person of the account, who works in it. */
async function guestOf(owner: TestUser, role: AccountRole): Promise<TestUser> {
  const guest = await createUser(server, { fullName: `Guest ${role}` })
  await addMember(server, { accountId: owner.id, person: guest, role })
  return guest
}

test('an invited person joins by the link of their email, and works in the account', async () => {
  const owner = await createUser(server, { fullName: 'Ada Owner' })
  const guest = await createUser(server, { status: 'PENDING' })
  const code = await invite(owner, guest.email.toUpperCase(), { role: 'editor' })
  expect((await accountOf(owner)).invitations).toEqual([
    expect.objectContaining({ email: guest.email, role: 'editor', expiresTime: expect.any(String) }),
  ])

  const accept = () => server.call('acceptInvitation', { token: guest.token, body: { code } })
  expect((await accept()).body.data).toEqual({ accountId: owner.id, role: 'editor' })
  // A repeat after a lost response.
  expect((await accept()).body.data).toEqual({ accountId: owner.id, role: 'editor' })
  expect(await accountOf(guest)).toMatchObject({ accountId: guest.id, role: 'owner' })

  const { body } = await server.call('switchAccount', { token: guest.token, body: { accountId: owner.id } })
  expect(body.data).toMatchObject({ userStatus: 'APPROVED', assignedProjects: ['Soybean_Trial'] })
  const there = await accountOf({ ...guest, token: body.data.accessToken })
  expect(there).toMatchObject({ accountId: owner.id, role: 'editor', name: 'Ada Owner', invitations: [] })
  expect(there.members.map(({ userId, role }) => [userId, role])).toEqual([
    [owner.id, 'owner'],
    [guest.id, 'editor'],
  ])
  expect(there.accounts.map(({ accountId }) => accountId).toSorted()).toEqual([guest.id, owner.id].toSorted())

  // A screen that still shows the account before can't change this one.
  expect((await server.call('getAccount', { token: guest.token })).status).toBe(401)

  // The next login goes on there.
  const again = await server.call('logIn', { body: { email: guest.email, password: PASSWORD } })
  expect(again.body.data.userStatus).toBe('APPROVED')
})

test('an invitation ends after seven days, when it is withdrawn, and for anybody else', async () => {
  const owner = await createUser(server)
  const guest = await createUser(server)
  const accept = (code: string) => server.call('acceptInvitation', { token: guest.token, body: { code } })

  expect((await accept(await invite(owner, 'other@example.org', { role: 'viewer' }))).status).toBe(403)

  const replaced = await invite(owner, guest.email, { role: 'viewer' })
  const code = await invite(owner, guest.email, { role: 'editor', count: 2 })
  expect((await accept(replaced)).status).toBe(404)
  const invitations = (await accountOf(owner)).invitations
  expect(invitations).toHaveLength(2)
  const mine = invitations.find(({ email }) => email === guest.email)?.invitationId ?? ''
  await server.call('withdrawInvitation', { token: owner.token, query: { invitationId: mine } })
  expect((await accept(code)).status).toBe(404)

  const late = await invite(owner, guest.email, { role: 'viewer', count: 3 })
  await server.deps.db
    .updateTable('invitations')
    .set({ expiresAt: new Date(server.deps.now().getTime() - days(0)) })
    .where('email', '=', guest.email)
    .execute()
  expect((await accept(late)).status).toBe(404)
  expect((await accountOf(owner)).members).toHaveLength(1)
})

test('a member can’t be invited again, and staff belong to no account of a customer', async () => {
  const owner = await createUser(server)
  const guest = await guestOf(owner, 'viewer')
  const again = await server.call('inviteMember', { token: owner.token, body: { email: guest.email, role: 'owner' } })
  expect(again).toMatchObject({ status: 409, body: { errors: [{ field: 'email' }] } })
  const staff = await createStaff(server)
  const code = await invite(owner, staff.email, { role: 'owner' })
  expect((await server.call('acceptInvitation', { token: staff.token, body: { code } })).status).toBe(409)
})

test('one owner stays; ownership is handed over by another one', async () => {
  const owner = await createUser(server)
  const guest = await guestOf(owner, 'editor')
  const change = (by: TestUser, userId: string, role: AccountRole) =>
    server.call('changeMember', { token: by.token, body: { userId, role } })
  const leave = (person: TestUser) => server.call('removeMember', { token: person.token, query: { userId: person.id } })
  expect((await change(owner, owner.id, 'viewer')).status).toBe(409)
  expect((await leave(owner)).status).toBe(409)
  expect((await change(owner, guest.id, 'owner')).status).toBe(200)
  expect((await change(guest, owner.id, 'viewer')).status).toBe(200)
  expect((await change(owner, guest.id, 'viewer')).status).toBe(403)
  // Who handed it over can't delete it either.
  expect((await server.call('deleteMyAccount', { token: owner.token })).status).toBe(409)
})

test('two owners who step down at once leave one of them', async () => {
  const owner = await createUser(server)
  const second = await guestOf(owner, 'owner')
  const answers = await Promise.all(
    [owner, second].map(({ token, id }) =>
      server.call('changeMember', { token, body: { userId: id, role: 'viewer' } }),
    ),
  )
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
})

test('a removed member is refused at the next call, and what they are sending ends', async () => {
  const owner = await createUser(server)
  const guest = await guestOf(owner, 'editor')
  const started = await startArchive(server, guest, { content, start: { fileName: 'field.zip' } })
  const { id, preSignedUrl } = started.body.data
  const parts = await sendParts(started.body.data, content)
  const { status } = await server.call('removeMember', { token: owner.token, query: { userId: guest.id } })
  expect(status).toBe(200)
  const query = { uploadId: preSignedUrl.uploadId, analysisRequestId: id }
  expect((await server.call('completeUpload', { token: guest.token, query, body: parts })).status).toBe(401)
  const uploads = await server.deps.db.selectFrom('uploads').select('state').where('analysisId', '=', id).execute()
  expect(uploads).toEqual([{ state: 'ABANDONED' }])

  // They go on in their own account, which has nothing of this one.
  const again = await server.call('logIn', { body: { email: guest.email, password: PASSWORD } })
  const token = again.body.data.accessToken
  expect((await server.call('getAccount', { token })).body.data.accountId).toBe(guest.id)
  expect((await server.call('switchAccount', { token, body: { accountId: owner.id } })).status).toBe(404)
})

test('who leaves goes on in another account; without one, nothing is left to them', async () => {
  const owner = await createUser(server)
  const second = await guestOf(owner, 'owner')
  const left = await server.call('removeMember', { token: owner.token, query: { userId: owner.id } })
  expect(left).toMatchObject({ status: 200, body: { data: [] } })
  expect(await accountOf(owner)).toMatchObject({ role: null, members: [], accounts: [] })
  expect((await server.call('listMyAnalyses', { token: owner.token })).status).toBe(403)
  const { body } = await server.call('getProfile', { token: owner.token })
  expect(body.data).toMatchObject({ status: 'CANCELLED', message: expect.stringContaining('You belong to no account') })
  const data = (await server.call('getMyData', { token: owner.token })).body.data
  expect(data).toMatchObject({ projects: [], memberships: [] })

  const code = await invite(second, owner.email, { role: 'viewer' })
  await server.call('acceptInvitation', { token: owner.token, body: { code } })
  expect(await accountOf(owner)).toMatchObject({ accountId: owner.id, role: 'viewer' })
})

test('people of an account see what the others sent, and are told of it', async () => {
  const owner = await createUser(server, { fullName: 'Ada Owner' })
  const [editor, viewer] = [await guestOf(owner, 'editor'), await guestOf(owner, 'viewer')]
  const { analysisRequestId } = await submitArchive(server, editor, { content, start: { fileName: 'field.zip' } })
  for (const { token, email } of [owner, editor, viewer]) {
    const { body } = await server.call('listMyAnalyses', { token })
    expect(body.data.map((request) => request.analysisRequestId)).toEqual([analysisRequestId])
    expect((await server.call('listNotices', { token })).body.data).toHaveLength(1)
    const greetings = (await emailsTo(server, email)).map(({ text }) => /Hello [^,]+/.exec(text)?.[0])
    expect(greetings.at(-1)).toMatch(/Ada Owner|Guest editor|Guest viewer/)
  }
  const use = await server.call('getMyStorage', { token: viewer.token })
  expect(use.body.data.usedBytes).toBe(content.length)
  // Staff see the account, by the person who registered it.
  const { token } = await createStaff(server)
  const { body } = await server.call('getAnalysis', { token, query: { analysisRequestId } })
  expect(body.data.user.fullName).toBe('Ada Owner')
})

test('a decision of staff is for all people of an account', async () => {
  const owner = await createUser(server)
  const guest = await guestOf(owner, 'editor')
  const staff = await createStaff(server)
  const body = { userId: owner.id, status: 3 as const, projectTypes: ['Soybean_Trial'] }
  expect((await server.call('verifyUser', { token: staff.token, body })).status).toBe(200)
  const refused = await server.call('listMyAnalyses', { token: guest.token })
  expect(refused).toMatchObject({ status: 403, body: { message: 'Your account is on hold' } })
  // They may work in their own.
  const { body: there } = await server.call('switchAccount', { token: guest.token, body: { accountId: guest.id } })
  const token = there.data.accessToken
  expect((await server.call('listMyAnalyses', { token })).status).toBe(200)
})

test('the data of a person who leaves for good stays with the account', async () => {
  const owner = await createUser(server)
  const guest = await guestOf(owner, 'editor')
  const { analysisRequestId } = await submitArchive(server, guest, { content, start: { fileName: 'field.zip' } })
  await server.call('deleteMyAccount', { token: guest.token })
  await server.deps.db
    .updateTable('deletions')
    .set({ purgeOn: new Date(0) })
    .where('ownerId', '=', guest.id)
    .execute()
  await purgeDeleted(server.deps)
  expect(await server.deps.db.selectFrom('users').select('id').where('id', '=', guest.id).execute()).toEqual([])
  const { body } = await server.call('listMyAnalyses', { token: owner.token })
  expect(body.data.map((request) => request.analysisRequestId)).toEqual([analysisRequestId])
})
