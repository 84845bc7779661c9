import { expect, test } from 'vitest'
import { hours } from '#domain/units.ts'
import { openTestServer } from '#server/testing/server/test-server.ts'
import { createStaff, createUser } from '#server/testing/server/users.ts'

test('who waits is told within what time most accounts were approved, once five are known; a second approval changes nothing', async () => {
  const server = await openTestServer()
  try {
    const staff = await createStaff(server)
    const waiting = await createUser(server, { status: 'PENDING' })
    const told = async () => (await server.call('getProfile', { token: waiting.token })).body.data.approvalHours
    const approve = async (id: string, after: number, status: 1 | 2 = 1) => {
      const person = { userId: id, projectTypes: [], status }
      await server.deps.db
        .updateTable('users')
        .set({ confirmedAt: new Date(server.deps.now().getTime() - hours(after)) })
        .where('id', '=', id)
        .execute()
      expect((await server.call('verifyUser', { token: staff.token, body: person })).status).toBe(200)
    }
    const people = []
    for (const after of [1, 2, 3, 4]) {
      const person = await createUser(server, { status: 'PENDING' })
      people.push(person)
      await approve(person.id, after)
    }
    expect(await told()).toBeUndefined()
    await approve((await createUser(server, { status: 'PENDING' })).id, 10)
    // quantile(c(1, 2, 3, 4, 10), 0.8) in R.
    expect(await told()).toBeCloseTo(5.2, 2)
    const [first] = people
    const approvedAt = () =>
      server.deps.db
        .selectFrom('users')
        .select('approvedAt')
        .where('id', '=', first?.id ?? '')
        .executeTakeFirst()
    const before = await approvedAt()
    for (const status of [2, 1] as const) await approve(first?.id ?? '', 1, status)
    expect(await approvedAt()).toEqual(before)
    expect((await server.call('getProfile', { token: first?.token ?? '' })).body.data.approvalHours).toBeUndefined()
  } finally {
    await server.close()
  }
})
