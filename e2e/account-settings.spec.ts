import { expect, expectToast, logIn, PASSWORD, signIn, test } from './fixtures.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

test('a person whose account waits for approval changes name and password', async ({ page, seed }) => {
  const person = await seed.createPending('Nele Namer')
  await signIn(page, person)
  await page.goto('/')
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('link', { name: 'Account settings' }).click()
  await expect(page).toHaveTitle('Account settings - Skyfurrow')

  await page.getByLabel('Full Name').fill('Nel')
  await page.getByRole('button', { name: 'Change name' }).click()
  await expect(page.getByText('Full name must be at least 4 characters')).toBeVisible()
  await page.getByLabel('Full Name').fill('Nele Renamed')
  await page.getByRole('button', { name: 'Change name' }).click()
  await expectToast(page, 'Name changed')
  await page.getByRole('button', { name: /Account menu/ }).click()
  await expect(page.getByText('Nele Renamed')).toBeVisible()
  await page.keyboard.press('Escape')

  const current = page.getByLabel('Current Password', { exact: true })
  const next = page.getByLabel('New Password', { exact: true })
  const again = page.getByLabel('Confirm Password', { exact: true })
  const change = page.getByRole('button', { name: 'Change password' })
  await current.fill('Wrong-2026!')
  await next.fill('Meadow-2026!')
  await again.fill('Meadow-2027!')
  await change.click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await again.fill('Meadow-2026!')
  await change.click()
  await expect(current).toHaveAccessibleDescription('This is not your current password')
  await current.fill(PASSWORD)
  await change.click()
  await expectToast(page, 'Password changed')
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await logIn(page, { ...person, password: 'Meadow-2026!' })
})

test('people see their sessions, and end one and then all others', async ({ browser, page, seed }) => {
  const person = await seed.createCustomer('Sessa Sessions')
  await signIn(page, person)
  for (const userAgent of [IPHONE, 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0']) {
    const context = await browser.newContext({ userAgent })
    await signIn(await context.newPage(), person)
    await context.close()
  }
  await page.goto('/account')
  const item = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect(item('This browser')).toContainText('Chrome on')
  await expect(item('This browser').getByRole('button')).toBeHidden()

  await item('Safari on iPhone').getByRole('button', { name: 'End session' }).click()
  const question = page.getByRole('dialog', { name: 'End this session?' })
  await expect(question).toContainText('Safari on iPhone')
  await question.getByRole('button', { name: 'End session' }).click()
  await expectToast(page, 'Session ended')
  await expect(item('Safari on iPhone')).toBeHidden()

  await page.getByRole('button', { name: 'End all other sessions' }).click()
  const all = page.getByRole('dialog', { name: 'End all other sessions?' })
  await expect(all).toContainText('Firefox on Linux')
  await all.getByRole('button', { name: 'End all other sessions' }).click()
  await expectToast(page, 'All other sessions ended')
  await expect(page.getByText("You're not logged in anywhere else.")).toBeVisible()
})
