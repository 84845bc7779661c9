import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeTo, wrongCode } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createUser, PASSWORD } from '#server/testing/server/users.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const COMMON =
  'This password is too common: a common word or a row of keys with little added is guessed first. Choose another one.'
const OWN = 'The password must not be made of your name, your email or the name of this product.'

const register = (fullName: string, password: string) =>
  server.call('register', { body: { fullName, email: `${randomUUID()}@example.org`, password } })

test('registration and change reject a common password, with an error for its field', async () => {
  const answers = [await register('Anna Bauer', 'Password1!'), await register('Annegret Bauer', 'Annegret2026!')]
  expect(answers.map(({ status, body }) => [status, body.errors])).toEqual([
    [400, [{ field: 'password', message: COMMON }]],
    [400, [{ field: 'password', message: OWN }]],
  ])
  const { token } = await createUser(server)
  const changed = await server.call('changePassword', {
    token,
    body: { currentPassword: PASSWORD, newPassword: 'Welcome2026!' },
  })
  expect([changed.status, changed.body.errors]).toEqual([400, [{ field: 'newPassword', message: COMMON }]])
})

test('a reset rejects it, too, and the code stays valid', async () => {
  const { email } = await createUser(server, { fullName: 'Annegret Bauer' })
  await server.call('forgotPassword', { query: { email } })
  const code = await codeTo(server, email)
  const reset = (verificationCode: string, newPassword: string) =>
    server.call('confirmForgotPassword', { body: { email, verificationCode, newPassword } })
  expect((await reset(code, 'Welcome2026!')).body.errors).toEqual([{ field: 'newPassword', message: COMMON }])
  // Without a correct code the owner's name is not revealed.
  expect((await reset(wrongCode(code), 'Annegret2026!')).body.errors).toBeUndefined()
  expect((await reset(code, 'Annegret2026!')).body.errors).toEqual([{ field: 'newPassword', message: OWN }])
  expect((await reset(code, 'Meadow-2027!')).status).toBe(200)
})

test.each([`Ab1!${'🌾'.repeat(124)}`, `Ab1!${'sunflower-'.repeat(12)}abcd`])(
  '128 characters are accepted, and the last one counts: %s',
  async (newPassword) => {
    const { email, token } = await createUser(server)
    const changed = await server.call('changePassword', { token, body: { currentPassword: PASSWORD, newPassword } })
    expect(changed.status).toBe(200)
    const logIn = async (password: string) => (await server.call('logIn', { body: { email, password } })).status
    const other = [...newPassword].slice(0, -1).join('')
    expect([await logIn(newPassword), await logIn(`${other}x`), await logIn(other)]).toEqual([200, 401, 401])
  },
)
