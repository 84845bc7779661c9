import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'
import { createIsolatedServer, freePort } from './isolated-server.ts'
import { createSeed, type Seed } from './seed.ts'
import { type Login, PASSWORD } from './users.ts'

export type { Seed } from './seed.ts'
export { FORMER_STAFF, OTHER_STAFF, PASSWORD, STAFF } from './users.ts'

/** The first worker's, so that the rules of a bucket can name it; the others take any. */
const PORT = Number(process.env.E2E_PORT ?? 18_080)

type Product = { address: string; api: APIRequestContext }
type EachTest = { closedRoutes: undefined; quietConsole: undefined }
type EachWorker = { settings: Record<string, string>; product: Product; seed: Seed }

/**
 * Each worker has a server and data of its own. Any error in the console, a violation of the content security policy among
 * them, fails the test.
 */
export const test = base.extend<EachTest, EachWorker>({
  settings: [{}, { option: true, scope: 'worker' }],
  product: [
    async ({ playwright, settings }, use, { parallelIndex }) => {
      const server = createIsolatedServer({ port: parallelIndex === 0 ? PORT : await freePort(), settings })
      const api = await playwright.request.newContext({ baseURL: server.address })
      try {
        await server.start()
        await use({ address: server.address, api })
      } finally {
        await api.dispose()
        await server.remove()
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.address),
  seed: [async ({ product }, use) => use(createSeed(product.api)), { scope: 'worker' }],
  // A poll may still be in a route handler when the test ends; without this, Playwright reports it as an error of the test.
  closedRoutes: [
    async ({ context }, use) => {
      await use(undefined)
      await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
    },
    { auto: true },
  ],
  quietConsole: [
    async ({ context }, use) => {
      const noise: string[] = []
      context.on('console', (message) => {
        if (message.type() === 'error') noise.push(message.text())
      })
      context.on('weberror', (error) => noise.push(error.error().message))
      await use(undefined)
      // The browser itself reports every refused call here; what the screen says about it is what tests look at.
      expect(noise.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
    },
    { auto: true },
  ],
})

export const expectToast = (page: Page, text: string): Promise<void> =>
  expect(page.getByRole('status').filter({ hasText: text }).first()).toBeVisible()

/** The newest email to an address, as the development page shows it; waits until one with this subject is there. */
/** With `about`, only an email that contains it: staff get those of all customers. */
export async function readEmail(page: Page, options: { to: string; subject: string; about?: string }): Promise<string> {
  const mail = await page.context().newPage()
  const sentEmail = mail
    .getByRole('article')
    .filter({ hasText: `To ${options.to},` })
    .filter({ hasText: options.about ?? '' })
    .filter({ has: mail.getByRole('heading', { name: options.subject }) })
    .first()
  await expect(async () => {
    await mail.goto('/dev/mail')
    await expect(sentEmail).toBeVisible({ timeout: 500 })
  }).toPass()
  const text = await sentEmail.innerText()
  await mail.close()
  return text
}

export async function readCode(page: Page, to: string): Promise<string> {
  const sentEmail = await readEmail(page, { to, subject: 'Your Skyfurrow confirmation code' })
  return /\b\d{6}\b/.exec(sentEmail)?.[0] ?? ''
}

export async function signUp(page: Page, person: { fullName: string; email: string }): Promise<void> {
  await page.goto('/sign-up')
  await page.getByLabel('Full Name').fill(person.fullName)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expectToast(page, 'Registration successful! Please verify your email.')
}

/** Stores a session as the login screen does, for tests of other screens; the test then opens its own. */
export async function signIn(page: Page, person: Login): Promise<void> {
  const answer = await page.request.post('/api/auth/login', {
    data: { email: person.email, password: person.password },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { data } = (await answer.json()) as { data: Record<string, unknown> }
  const { accessToken, refreshToken, idToken, ...user } = data
  // A storage belongs to an origin: any address of it will do.
  await page.goto('/robots.txt')
  await page.evaluate(
    ({ tokens, saved }) => {
      for (const [name, token] of Object.entries(tokens)) sessionStorage.setItem(name, String(token))
      localStorage.setItem('user', JSON.stringify(saved))
    },
    { tokens: { accessToken, refreshToken, idToken, tokensSavedAt: Date.now() }, saved: { ...user, message: null } },
  )
}

/** By the login screen. */
export async function logIn(page: Page, person: Login): Promise<void> {
  await page.goto('/log-in')
  await fillLogIn(page, person)
  await expectToast(page, 'Login successful!')
}

/** On the login screen, wherever it was reached from. */
export async function fillLogIn(page: Page, person: Login): Promise<void> {
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log In' }).click()
}

export { expect }
