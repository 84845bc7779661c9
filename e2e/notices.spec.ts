import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect, expectToast, STAFF, signIn, test } from './fixtures.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^Notices/ })
const list = (page: Page) => page.getByRole('region', { name: 'Notices' })
const items = (page: Page) => list(page).getByRole('listitem')
const described = (count: number, words: string) => (count === 0 ? '' : `${count} ${words}`)

test('a customer is told of changes behind the bell, and reads them', async ({ page, seed }) => {
  const customer = await seed.createCustomer('Nora Noticer')
  const request = await seed.sendRequest(customer)
  await seed.changeStatus(request, 'REJECTED', 'The photos overlap too little')
  await signIn(page, customer)
  await page.goto('/account')
  await expect(bell(page)).toHaveAccessibleName('Notices, 3 unread')

  await bell(page).focus()
  await page.keyboard.press('Enter')
  await expect(items(page)).toHaveCount(3)
  await expect(items(page).first()).toContainText('Unread: Your request for Soybean Yield Trial was rejected')
  await expect(items(page).first()).toContainText('The photos overlap too little')
  await expectAccessible(page, 'notices')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()

  await page.keyboard.press('Enter')
  await items(page).first().getByRole('link').click()
  await expect(page).toHaveURL(`/my-dashboard/requests/${request.id}`)
  await expect(list(page)).toBeHidden()
  await expect(page.getByText('The photos overlap too little').first()).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notices, 2 unread')

  await bell(page).click()
  const readAll = page.getByRole('button', { name: 'Mark all as read' })
  await readAll.click()
  await expect(readAll).toBeFocused()
  await expect(items(page).filter({ hasText: 'Unread' })).toHaveCount(0)
  await page.reload()
  await expect(bell(page)).toHaveAccessibleName('Notices')
})

test('a long list of notices goes on with Load More', async ({ page, seed }) => {
  const customer = await seed.createCustomer('Lotte Long')
  const request = await seed.sendRequest(customer)
  for (let n = 1; n <= 20; n += 1) await seed.changeStatus(request, 'PENDING', `Message ${n}`)
  await signIn(page, customer)
  await page.goto('/my-dashboard')
  await bell(page).click()
  await expect(items(page)).toHaveCount(20)
  await list(page).getByRole('button', { name: 'Load More' }).click()
  await expect(items(page)).toHaveCount(22)
  await expect(items(page).last()).toContainText('Your account is approved')
})

test('people choose which emails they get; each change is saved at once', async ({ page, seed }) => {
  await signIn(page, await seed.createCustomer('Emil Emails'))
  await page.goto('/account')
  const reports = page.getByRole('checkbox', { name: /^Reports/ })
  await expect(reports).toBeChecked()
  await reports.focus()
  await page.keyboard.press('Space')
  await expectToast(page, 'Email settings saved')
  await page.reload()
  await expect(reports).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: /^Messages/ })).toBeChecked()
  await expect(page.getByText('Emails about your account and its security are always sent')).toBeVisible()
  await expectAccessible(page, 'email settings')

  await signIn(page, STAFF)
  await page.goto('/account')
  const users = page.getByLabel('New users')
  await expect(users).toHaveValue('AT_ONCE')
  await users.selectOption({ label: 'Never' })
  await expectToast(page, 'Email settings saved')
  await page.reload()
  await expect(users).toHaveValue('OFF')
  await expect(page.getByLabel('New requests')).toHaveValue('AT_ONCE')
})

test('staff see what waits beside the entries of the sidebar, whose names stay', async ({ page, seed }) => {
  const person = await seed.createPending('Wanda Waiting')
  const request = await seed.sendRequest(await seed.createCustomer('Rita Request'))
  await signIn(page, STAFF)
  await page.goto('/dashboard/users')
  const sidebar = page.getByRole('navigation', { name: 'Work' })
  const link = (name: string) => sidebar.getByRole('link', { name, exact: true })
  const waiting = async (name: string, words: string) => {
    await expect(link(name)).toHaveAccessibleDescription(new RegExp(`^\\d+ ${words}$`))
    return Number.parseInt(await sidebar.getByText(words).locator('..').innerText(), 10)
  }
  const before = {
    requests: await waiting('Dashboard', 'waiting for review'),
    users: await waiting('Users', 'waiting for verification'),
  }
  await expectAccessible(page, 'counts in the sidebar')

  await bell(page).click()
  await items(page).filter({ hasText: 'Wanda Waiting signed up' }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wanda Waiting')

  await seed.changeStatus(request, 'UNDER_REVIEW')
  await seed.decide(person, { status: 'Rejected', message: 'We do not know you' })
  await page.reload()
  await expect(link('Dashboard')).toHaveAccessibleDescription(described(before.requests - 1, 'waiting for review'))
  await expect(link('Users')).toHaveAccessibleDescription(described(before.users - 1, 'waiting for verification'))
})
