import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect, expectToast, fillLogIn, PASSWORD, readCode, readEmail, signIn, test } from './fixtures.ts'

const openMenu = (page: Page) => page.getByRole('button', { name: /^Account menu/ }).click()
const people = (page: Page) => page.getByRole('list', { name: 'People' })

async function invite(page: Page, email: string, role: 'Editor' | 'Viewer'): Promise<string> {
  await page.goto('/account')
  await page.getByLabel('Email of a new person').fill(email)
  await page.getByLabel('Role', { exact: true }).selectOption(role)
  await page.getByRole('button', { name: 'Invite' }).click()
  await expectToast(page, `Invitation sent to ${email}`)
  const sent = await readEmail(page, { to: email, subject: 'You are invited to an account on Skyfurrow' })
  return /\/join\?code=[\w-]+/.exec(sent)?.[0] ?? ''
}

test('a new person is invited, signs up, joins, and reads what the account has', async ({ page, browser, seed }) => {
  const owner = await seed.createCustomer('Olga Owner')
  const request = await seed.sendRequest(owner)
  await signIn(page, owner)
  const email = 'vera.viewer@example.org'
  const link = await invite(page, email, 'Viewer')
  await expect(page.getByText(email, { exact: true })).toBeVisible()
  await expectAccessible(page, 'people of an account')

  const other = await (await browser.newContext()).newPage()
  await other.goto(new URL(link, page.url()).href)
  await expect(other.getByText('Work in the account of Olga Owner as a viewer.')).toBeVisible()
  await expectAccessible(other, 'an invitation')
  await other.getByRole('link', { name: 'Sign Up' }).click()
  await expect(other.getByLabel('Email')).toHaveValue(email)
  await other.getByLabel('Full Name').fill('Vera Viewer')
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await other.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
  await other.getByRole('button', { name: 'Sign up' }).click()
  await expect(other).toHaveURL('/verify-email')
  const code = await readCode(other, email)
  await other.getByRole('group', { name: 'Confirmation code' }).getByRole('textbox').first().click()
  await other.keyboard.type(code)
  await other.getByRole('button', { name: 'Verify Email' }).click()
  await expect(other).toHaveURL('/log-in')
  await fillLogIn(other, { email, password: PASSWORD })
  await other.getByRole('button', { name: 'Join' }).click()

  await expect(other).toHaveURL('/my-dashboard')
  await expect(other.getByRole('row', { name: new RegExp(request.fileName) })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Upload' })).toBeHidden()

  await openMenu(other)
  await expect(other.getByRole('button', { name: /^Olga Owner/ })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(other, 'the choice of an account')
  await other.getByRole('button', { name: /^Vera Viewer/ }).click()
  await expect(other.getByText('Your account is waiting for approval')).toBeVisible()
  await openMenu(other)
  await other.getByRole('button', { name: /^Olga Owner/ }).click()
  await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Remove Vera Viewer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expectToast(page, 'Vera Viewer was removed')
  await other.getByRole('link', { name: 'Trials' }).click()
  await expect(other).toHaveURL('/log-in')
  await other.context().close()
})

test('an invited customer hands over, is handed over to, and leaves', async ({ page, browser, seed }) => {
  const owner = await seed.createCustomer('Ove Owner')
  const guest = await seed.createCustomer('Edda Editor')
  await signIn(page, owner)
  const link = await invite(page, guest.email, 'Editor')

  const other = await (await browser.newContext()).newPage()
  await other.goto(new URL('/log-in', page.url()).href)
  await fillLogIn(other, guest)
  await expect(other).toHaveURL(/my-dashboard/)
  await other.goto(new URL(link, page.url()).href)
  await other.getByRole('button', { name: 'Join' }).click()
  await expect(other.getByRole('button', { name: 'Upload' }).first()).toBeVisible()

  await page.reload()
  await expect(people(page).getByRole('button', { name: 'Leave the account' })).toBeHidden()
  await page.getByLabel('Role of Edda Editor').selectOption('Owner')
  await expectToast(page, 'Edda Editor is an owner now')
  await page.getByLabel('Role of Ove Owner').selectOption('Viewer')
  await expect(page.getByText('You work in the account of Ove Owner, as a viewer.')).toBeVisible()

  await page.getByRole('button', { name: 'Leave the account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByText('You belong to no account at the moment.')).toBeVisible()
  await other.context().close()
})
