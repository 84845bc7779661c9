import { afterAll, beforeAll, expect, test } from 'vitest'
import { minutes } from '#domain/units.ts'
import { OIDC_CLIENT, startOidcProvider } from '#server/testing/doubles/oidc-provider.ts'
import { freePort } from '#server/testing/processes/free-port.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { createStaff, createUser } from '#server/testing/server/users.ts'

const DOMAIN = 'station.example'
const people = new Map([
  ['anna', { email: `anna@${DOMAIN}`, email_verified: true, name: 'Anna Berg' }],
  ['bob', { email: 'bob@elsewhere.example', email_verified: true, name: 'Bob' }],
  ['cleo', { email: `cleo@${DOMAIN}`, email_verified: false, name: 'Cleo' }],
])

let server: TestServer
let service: Awaited<ReturnType<typeof startOidcProvider>>
beforeAll(async () => {
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  service = await startOidcProvider(people, [`${publicUrl}/sign-on`])
  server = await openTestServer({
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: service.issuer,
    OIDC_CLIENT_ID: OIDC_CLIENT.id,
    OIDC_CLIENT_SECRET: OIDC_CLIENT.secret,
    OIDC_DOMAINS: `other.example, ${DOMAIN}`,
    OIDC_NAME: 'The Station',
  })
})
afterAll(async () => {
  await server.close()
  await service.close()
})

/** Goes through the pages of the service as a browser does. Resolves to the query string with which it comes back. */
async function logInThere(url: string, login: string): Promise<string> {
  const cookies = new Map<string, string>()
  const visit = async (address: string, form?: Record<string, string>) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const posted = form && { method: 'POST', body: new URLSearchParams(form) }
    const answer = await fetch(address, { redirect: 'manual', headers: { cookie }, ...posted })
    for (const given of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(given) ?? []
      cookies.set(name, value)
    }
    return { page: await answer.text(), to: answer.headers.get('location') }
  }
  let at = new URL(url)
  for (let step = 0; step < 20 && at.pathname !== '/sign-on'; step += 1) {
    const { page, to } = await visit(at.href)
    const asked = page.includes('name="login"') ? { prompt: 'login', login, password: 'any' } : { prompt: 'consent' }
    at = new URL(to ?? (await visit(at.href, asked)).to ?? '', at)
  }
  return at.search
}

async function signOn(login: string) {
  const { url, ticket } = (await server.call('startSignOn')).body.data
  const answer = await logInThere(url, login)
  return { ticket, answer, finish: () => server.call('finishSignOn', { body: { ticket, answer } }) }
}

test('a new person logs in at the service, and waits for approval as others do', async () => {
  expect((await server.call('getSignOn')).body.data).toEqual({ name: 'The Station' })
  const staff = await createStaff(server)
  const { body, status } = await (await signOn('anna')).finish()
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ email: `anna@${DOMAIN}`, fullName: 'Anna Berg', userStatus: 'PENDING' })
  const { data } = (await server.call('listNotices', { token: staff.token })).body
  expect(data.map(({ kind }) => kind)).toEqual(['new-user'])

  // The next time it is the same person, also with another address.
  people.set('anna', { email: `a.berg@${DOMAIN}`, email_verified: true, name: 'Anna Berg' })
  expect((await (await signOn('anna')).finish()).body.data.email).toBe(`anna@${DOMAIN}`)
})

test('an account with the address is used, once for each person there', async () => {
  const customer = await createUser(server, { email: `dora@${DOMAIN}` })
  people.set('dora', { email: customer.email, email_verified: true, name: 'Dora' })
  const { body } = await (await signOn('dora')).finish()
  expect(body.data).toMatchObject({ userStatus: 'APPROVED', fullName: customer.fullName })
  people.set('impostor', { email: customer.email, email_verified: true, name: 'Dora' })
  expect((await (await signOn('impostor')).finish()).status).toBe(403)
})

test('addresses of other domains, and those that nobody has checked, are refused', async () => {
  expect((await (await signOn('bob')).finish()).status).toBe(403)
  expect((await (await signOn('cleo')).finish()).status).toBe(403)
  const staff = await createStaff(server, { email: `staff@${DOMAIN}` })
  people.set('staff', { email: staff.email, email_verified: true, name: 'Staff' })
  expect((await (await signOn('staff')).finish()).body.message).toBe('Staff log in with their password')
})

test('what comes back works once, with the ticket of the browser that asked, for ten minutes', async () => {
  const first = await signOn('dora')
  const other = await signOn('dora')
  const mixed = { ticket: other.ticket, answer: first.answer }
  expect((await server.call('finishSignOn', { body: mixed })).status).toBe(401)
  expect((await first.finish()).status).toBe(200)
  expect((await first.finish()).status).toBe(401)
  server.advance(minutes(11))
  expect((await other.finish()).status).toBe(401)
  const denied = { ticket: other.ticket, answer: 'error=access_denied&state=x' }
  expect((await server.call('finishSignOn', { body: denied })).status).toBe(401)
})
