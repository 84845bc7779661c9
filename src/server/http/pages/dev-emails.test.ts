import { expect, test } from 'vitest'
import { openTestServer } from '#server/testing/server/test-server.ts'

test('every kind of email can be viewed in development, as HTML and as text', async () => {
  const server = await openTestServer({ NODE_ENV: 'development' })
  const list = await (await fetch(`${server.url}/dev/email-examples`)).text()
  const links = [...list.matchAll(/href="(\/dev\/email-examples\/[^"]+)"/g)].map(([, link]) => link)
  expect(links).toContain('/dev/email-examples/decisionEmail-2')
  expect(list).toContain('    042917')
  for (const link of links) {
    const email = await fetch(`${server.url}${link}`)
    expect(email.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await email.text()).toContain('Skyfurrow</a>')
  }
  expect((await fetch(`${server.url}/dev/email-examples/constructor-1`)).status).toBe(404)
  await server.close()
})

test.each(['production', 'development'])('sent emails are on a page in development only: %s', async (mode) => {
  const other = await openTestServer({ NODE_ENV: mode, SECRET_KEY: 'ab'.repeat(32), SMTP_URL: 'smtp://localhost:9' })
  const { status } = await fetch(`${other.url}/dev/mail`)
  await other.close()
  expect(status).toBe(mode === 'development' ? 200 : 404)
})
