import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, expectToast, fillLogIn, logIn, PASSWORD, readEmail, STAFF, signIn, test } from './fixtures.ts'
import { createIsolatedServer, freePort } from './isolated-server.ts'
import { createAuthenticator, fillCode, keepRecoveryCodes, setUpFactor } from './totp-app.ts'

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
}

test('a customer enables a second factor, logs in with a code and with a recovery code, and disables it', async ({
  page,
  seed,
}) => {
  const person = await seed.createCustomer('Fay Factor')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, person)
  await page.goto('/account')
  await expect(page.getByText('Anyone with your password can log in.')).toBeVisible()
  const { authenticator, recoveryCodes } = await setUpFactor(page, PASSWORD)
  const [first = '', second = ''] = recoveryCodes

  await page.getByRole('button', { name: 'Copy' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(recoveryCodes.join('\n'))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(file).toContain(`Skyfurrow recovery codes of ${person.email}`)
  for (const code of recoveryCodes) expect(file).toContain(code)
  await keepRecoveryCodes(page)
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
  await readEmail(page, { to: person.email, subject: 'Second factor turned on for your Skyfurrow account' })

  await signOut(page)
  await page.goto('/log-in')
  await fillLogIn(page, person)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more step')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await fillCode(page, createAuthenticator('A'.repeat(32)).nextCode())
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^This code is wrong or was already used/)
  await fillCode(page, authenticator.nextCode())
  await page.getByRole('button', { name: 'Log In' }).click()
  await expectToast(page, 'Login successful!')
  await expect(page).toHaveURL('/my-dashboard')

  await signOut(page)
  await page.goto('/log-in')
  await fillLogIn(page, person)
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await expect(page.getByLabel('Recovery code')).toBeFocused()
  await page.getByLabel('Recovery code').fill(first.toUpperCase())
  await page.getByRole('button', { name: 'Log In' }).click()
  await expectToast(page, 'Login successful!')
  await readEmail(page, { to: person.email, subject: 'A recovery code was used for your Skyfurrow account' })

  await page.goto('/account')
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible()
  await page.getByRole('button', { name: 'Turn off' }).click()
  const off = page.getByRole('dialog', { name: 'Turn off the second factor?' })
  await off.getByLabel('Current Password', { exact: true }).fill('Wrong-2026!')
  await off.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await off.getByLabel('Recovery code').fill(second)
  await off.getByRole('button', { name: 'Turn off' }).click()
  await expect(off.getByRole('alert')).toHaveText('This is not your current password')
  await off.getByLabel('Current Password', { exact: true }).fill(PASSWORD)
  await off.getByRole('button', { name: 'Turn off' }).click()
  await expectToast(page, 'Second factor turned off')
  await expect(page.getByText('Anyone with your password can log in.')).toBeVisible()
  await signOut(page)
  await logIn(page, person)
})

test('the second step of the login can be left, and requires the password again', async ({ page, seed }) => {
  const person = await seed.createCustomer('Bea Back')
  await signIn(page, person)
  await page.goto('/account')
  await setUpFactor(page, PASSWORD)
  await keepRecoveryCodes(page)
  await signOut(page)
  await page.goto('/log-in')
  await fillLogIn(page, person)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back!')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
})

test('the first member of staff chooses a password, then sets up the second factor that staff need here', async ({
  page,
}) => {
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const settings = { NODE_ENV: 'test', STAFF_SECOND_FACTOR: 'required' }
  const server = createIsolatedServer({ port, publicUrl, settings })
  try {
    await server.start()
    await page.goto(`${publicUrl}/log-in`)
    await fillLogIn(page, STAFF)
    await expect(page.getByText('Choose a new password first')).toBeVisible()
    await page.goto(`${publicUrl}/dashboard/users`)
    await expect(page.getByText('Choose a new password first')).toBeVisible()
    await expect(page).toHaveURL(`${publicUrl}/account`)
    await expect(page.getByRole('heading', { name: 'Second factor' })).toBeHidden()

    const password = 'Meadow-2027!'
    await page.getByLabel('Current Password', { exact: true }).fill(STAFF.password)
    await page.getByLabel('New Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Set up a second factor first')).toBeVisible()
    await page.goto(`${publicUrl}/dashboard/users`)
    await expect(page).toHaveURL(`${publicUrl}/account`)

    await setUpFactor(page, password)
    // As another tab or a change of focus would do: the codes stay on the screen.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByText('Set up a second factor first')).toBeHidden()
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10)
    await keepRecoveryCodes(page)
    await page.getByRole('link', { name: 'Users' }).click()
    await expect(page).toHaveURL(`${publicUrl}/dashboard/users`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  } finally {
    await server.remove()
  }
})
