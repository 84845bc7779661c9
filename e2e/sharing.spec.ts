import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect, expectToast, fillLogIn, readEmail, type Seed, signIn, test } from './fixtures.ts'
import { fieldFiles, PLOTS } from './placed-field.ts'
import type { Login } from './users.ts'

const FLIGHTS = [
  ['2026-06-01', 0],
  ['2026-06-30', 1],
] as const

async function measuredTrial(seed: Seed, name: string) {
  const customer = await seed.createCustomer(name)
  const request = await seed.sendRequest(customer)
  const files = await Promise.all(FLIGHTS.map(([date, from]) => fieldFiles(date, from)))
  await seed.publishReport(request, files.flat(), 'Two flights')
  const flights = FLIGHTS.map(([date]) => [date, `field ${date}.tif`] as const)
  return { customer, request, trialId: await seed.measureTrial(customer, request, { flights, plots: PLOTS }) }
}

async function makeLink(
  page: Page,
  { password, mayDownload = false }: { password?: string; mayDownload?: boolean } = {},
) {
  const dialog = page.getByRole('dialog', { name: 'Share' })
  if (password) await dialog.getByLabel('Password (optional)').fill(password)
  if (mayDownload) await dialog.getByLabel('Files and tables may be downloaded').check()
  const made = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/links') && answer.request().method() === 'POST',
  )
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  const { data } = (await (await made).json()) as { data: { url: string } }
  await expectToast(page, 'Link made')
  return new URL(data.url).pathname
}

const visitor = async (browser: Browser, page: Page, path: string) => {
  const other = await (await browser.newContext()).newPage()
  await other.goto(new URL(path, page.url()).href)
  return other
}

test('a trial is shown by a link, with a password, and no longer once the link is ended', async ({
  page,
  browser,
  seed,
}) => {
  const { customer, trialId } = await measuredTrial(seed, 'Lena Link')
  await signIn(page, customer)
  await page.goto(`/my-dashboard/trials/${trialId}`)
  await page.getByRole('button', { name: 'Share' }).click()
  await expectAccessible(page, 'sharing a trial')
  const path = await makeLink(page, { password: 'rows of soybean' })

  const other = await visitor(browser, page, path)
  await expect(other.getByRole('heading', { name: 'This link has a password' })).toBeVisible()
  await other.getByLabel('Password', { exact: true }).fill('rows of wheat')
  await other.getByRole('button', { name: 'Open' }).click()
  await expect(other.getByText('This is not the password')).toBeVisible()
  await other.getByLabel('Password', { exact: true }).fill('rows of soybean')
  await other.getByRole('button', { name: 'Open' }).click()
  await expect(other.getByRole('application')).toHaveAttribute('aria-busy', 'false')
  await expect(other.getByText('Lena Link')).toHaveCount(0)
  await expect(other.getByRole('tab', { name: 'Downloads' })).toBeHidden()
  await other.getByRole('tab', { name: 'Table' }).click()
  await expect(other.getByRole('row', { name: /plot 101/ })).toBeVisible()
  await other
    .getByRole('row', { name: /plot 101/ })
    .getByRole('button')
    .first()
    .click()
  await expect(other.getByRole('button', { name: 'Exclude' })).toBeHidden()
  await expectAccessible(other, 'a trial by a link')

  await page.getByRole('button', { name: /^End the link until/ }).click()
  await expectToast(page, 'Link ended')
  await other.reload()
  await expect(other.getByRole('heading', { name: 'This link has ended' })).toBeVisible()
  await other.context().close()
})

test('a map and a report are shown by links', async ({ page, browser, seed }) => {
  const { customer, request } = await measuredTrial(seed, 'Mona Map')
  await signIn(page, customer)
  await page.goto('/my-dashboard/maps')
  await page.getByRole('button', { name: 'Share field 2026-06-01.tif' }).click()
  const other = await visitor(browser, page, await makeLink(page))
  await expect(other.getByRole('heading', { name: 'field 2026-06-01.tif' })).toBeVisible()
  await expect(other.getByRole('application')).toHaveAttribute('aria-busy', 'false')
  await expectAccessible(other, 'a map by a link')

  await page.goto(`/my-dashboard/requests/${request.id}?part=report`)
  await page.getByRole('button', { name: 'Share the report' }).click()
  const path = await makeLink(page, { mayDownload: true })
  await other.goto(new URL(path, page.url()).href)
  await expect(other.getByText('field 2026-06-01.tif').first()).toBeVisible()
  await expect(other.getByText('Prepared by')).toHaveCount(0)
  await expectAccessible(other, 'a report by a link')
  await page.goto('/account')
  await expect(page.getByRole('list', { name: 'Links' }).getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page, 'links of an account')
  await other.context().close()
})

test('a trial is offered to a partner station, which finds it under its own', async ({ page, browser, seed }) => {
  const { customer, trialId } = await measuredTrial(seed, 'Stella Station')
  const partner = await seed.createCustomer('Pia Partner')
  await signIn(page, customer)
  await page.goto(`/my-dashboard/trials/${trialId}`)
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByLabel('Email of an owner there').fill(partner.email)
  await page.getByRole('button', { name: 'Offer' }).click()
  await expectToast(page, `Trial offered to ${partner.email}`)
  const sent = await readEmail(page, { to: partner.email, subject: 'A trial is shared with you on Skyfurrow' })

  const other = await visitor(browser, page, /\/join\?trial=[\w-]+/.exec(sent)?.[0] ?? '')
  await expectAccessible(other, 'an offered trial')
  await other.getByRole('link', { name: 'Log In' }).click()
  await fillLogIn(other, partner)
  await other.getByRole('button', { name: 'Accept' }).click()
  await expect(other.getByText('This trial is shared with you.')).toBeVisible()
  await expect(other.getByRole('application')).toHaveAttribute('aria-busy', 'false')
  await other.goto(new URL('/my-dashboard/trials', page.url()).href)
  await expect(other.getByRole('table', { name: 'Shared with us' }).getByText('Stella Station')).toBeVisible()
  await expectAccessible(other, 'trials of others')

  await page.reload()
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'End sharing with Pia Partner' }).click()
  await expectToast(page, 'Sharing ended')
  await other.reload()
  await expect(other.getByRole('heading', { name: 'No trials' }).or(other.getByText('No trials'))).toBeVisible()
  await other.context().close()
})

const cell = (one: Page, plot: number) => one.getByLabel(`Vigour of plot ${plot}`)

/** The value is stored when it ends: the cell shows it before. */
async function typeAndSave(one: Page, plot: number, value: string): Promise<void> {
  const saved = one.waitForResponse((answer) => answer.url().endsWith('/api/trials/columns'))
  await cell(one, plot).fill(value)
  await cell(one, plot).press('Enter')
  expect((await saved).ok()).toBe(true)
}

const save = (one: Page, name: string) => one.getByRole('dialog').getByRole('button', { name, exact: true }).click()

/** The second one works in the account of the first from now on. Answers calls of the first. */
async function joinAccount(page: Page, owner: Login, guest: Login) {
  const post = async (path: string, token: string, data: unknown) => {
    const answer = await page.request.post(`/api${path}`, { headers: { authorization: `Bearer ${token}` }, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return ((await answer.json()) as { data: { accountId: string; accessToken: string } }).data
  }
  const [ownToken, guestToken] = await Promise.all(
    [owner, guest].map(async (person) => (await post('/auth/login', '', person)).accessToken),
  )
  await post('/account/invitations', ownToken ?? '', { email: guest.email, role: 'editor' })
  const sent = await readEmail(page, { to: guest.email, subject: 'You are invited to an account on Skyfurrow' })
  const code = /\/join\?code=([\w-]+)/.exec(sent)?.[1]
  const { accountId } = await post('/account/invitations/accept', guestToken ?? '', { code })
  await post('/account/switch', guestToken ?? '', { accountId })
  return (path: string, data: unknown) => post(path, ownToken ?? '', data)
}

test('two people who change a trial at once lose nothing: the second one sees both', async ({
  page,
  browser,
  seed,
}) => {
  const { customer, trialId } = await measuredTrial(seed, 'Ann Author')
  const guest = await seed.createCustomer('Ben Editor')
  await page.goto('/robots.txt')
  const call = await joinAccount(page, customer, guest)
  const values = [101, 102, 103].map((plot) => ({ plotId: String(plot), value: plot }))
  await call('/trials/columns', { trialId, name: 'Vigour', values })
  await signIn(page, customer)
  const other = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage()
  await signIn(other, guest)
  for (const one of [page, other]) {
    await one.goto(`/my-dashboard/trials/${trialId}?tab=table`)
    await expect(one.getByRole('row', { name: /plot 101/ })).toBeVisible()
  }

  for (const one of [page, other]) {
    await one.getByRole('button', { name: 'Edit', exact: true }).click()
    await one
      .getByRole('dialog')
      .getByLabel('Crop')
      .fill(one === page ? 'Barley' : 'Wheat')
  }
  await save(page, 'Save')
  await expectToast(page, 'Trial changed')
  await save(other, 'Save')
  await expect(other.getByText('Ann Author changed this meanwhile')).toBeVisible()
  await expect(other.getByRole('row', { name: /Crop.*Barley.*Wheat/ })).toBeVisible()
  await expectAccessible(other, 'two changes of a trial')
  await save(other, 'Save mine')
  await expectToast(other, 'Trial changed')
  await expect(other.getByText(/Ann Author, .*Wheat/)).toBeVisible()

  await typeAndSave(page, 101, '3')
  await expect(cell(page, 101)).toHaveValue('3')
  // Both have typed before either has saved.
  await cell(page, 102).fill('5')
  await typeAndSave(other, 102, '4')
  await expect(cell(other, 102)).toHaveValue('4')
  await expect(cell(other, 101)).toHaveValue('3')
  await cell(page, 102).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Newer values' })
  await expect(dialog.getByRole('row', { name: /Plot 102 4 5/ })).toBeVisible()
  await expect(dialog.getByText('Ben Editor changed this meanwhile')).toBeVisible()
  await expectAccessible(page, 'two values of a plot')
  await dialog.getByRole('button', { name: 'Keep theirs' }).click()
  await expect(cell(page, 102)).toHaveValue('4')
  await cell(page, 103).fill('7')
  await typeAndSave(other, 103, '6')
  await expect(cell(other, 103)).toHaveValue('6')
  await cell(page, 103).press('Enter')
  await dialog.getByRole('button', { name: 'Save mine' }).click()
  await expect(cell(page, 103)).toHaveValue('7')
  await other.context().close()
})
