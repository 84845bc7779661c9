import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'
import { expectAccessible } from './expect-accessible.ts'
import { expect, expectToast, fillLogIn, PASSWORD, STAFF, test } from './fixtures.ts'
import { createIsolatedServer, freePort } from './isolated-server.ts'

const LONG = 'maximiliane-charlotte.von-und-zu-hohenheim-trockenborn.trials.2026'

test('staff see undelivered emails with the reason, and send one again', async ({ page, playwright }) => {
  const taken: string[] = []
  let refuses = true
  const post = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      if (refuses) return done(Object.assign(new Error(`5.1.1 <${address}>: no such box here`), { responseCode: 550 }))
      taken.push(address)
      done()
    },
  })
  post.listen(0, '127.0.0.1')
  await once(post.server, 'listening')
  const address = post.server.address()
  const port = await freePort()
  const server = createIsolatedServer({
    port,
    publicUrl: `http://127.0.0.1:${port}`,
    settings: { SMTP_URL: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` },
  })
  const api = await playwright.request.newContext({ baseURL: server.address })
  try {
    await server.start()
    await page.goto(`${server.address}/dashboard/activity`)
    await fillLogIn(page, STAFF)
    await page.getByRole('link', { name: 'Undelivered emails' }).click()
    await expect(page).toHaveTitle('Undelivered emails - Skyfurrow')
    await expect(page.getByText('No undelivered emails')).toBeVisible()

    const people = [
      'Ada Meyer',
      'Bo Field',
      'Carla Fields',
      'Dana Trial',
      'Maximiliane von und zu Hohenheim-Trockenborn',
    ]
    for (const fullName of people) {
      const local = fullName.length > 20 ? LONG.slice(0, 64) : fullName.toLowerCase().replace(' ', '.')
      const data = {
        fullName,
        email: `${local}@${fullName.length > 20 ? 'research-station.' : ''}example.org`,
        password: PASSWORD,
      }
      expect((await api.post('/api/auth/register', { data })).ok()).toBe(true)
    }
    const emails = page.locator('main').getByRole('listitem')
    await expect(async () => {
      await page.reload()
      await expect(emails).toHaveCount(people.length, { timeout: 2_000 })
    }).toPass()
    const ada = emails.filter({ hasText: 'Ada Meyer' })
    await expect(ada).toContainText('ada.meyer@example.org')
    await expect(ada).toContainText('Your Skyfurrow confirmation code')
    await expect(ada).toContainText('The mail server said: 550 5.1.1 <…>: no such box here')
    await expect(ada).toContainText('Tried once.')
    await expectAccessible(page, 'undelivered emails')

    refuses = false
    const again = page.getByRole('button', { name: 'Try again: Your Skyfurrow confirmation code, to ada.meyer@' })
    await again.click()
    await expectToast(page, 'The email is on its way again')
    await expect(ada).toHaveCount(0)
    await expect(emails).toHaveCount(people.length - 1)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect.poll(() => taken).toEqual(['ada.meyer@example.org'])

    await page.getByRole('link', { name: 'Activity log' }).click()
    await expect(page.getByText('Sam Furrow resent an email to Ada Meyer')).toBeVisible()
  } finally {
    await api.dispose()
    await server.remove()
    post.close()
  }
})
