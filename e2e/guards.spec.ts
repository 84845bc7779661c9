import { expect, FORMER_STAFF, fillLogIn, readCode, readEmail, signIn, test } from './fixtures.ts'

test.describe('a visitor who is not signed in', () => {
  test('is led back after a forgotten password', async ({ page, seed }) => {
    const customer = await seed.createCustomer('Fiona Forgot')
    const address = '/my-dashboard?status=rejected'
    await page.goto(address)
    await page.getByRole('link', { name: 'Forget Password?' }).click()
    await page.getByRole('link', { name: 'Back to Login' }).click()
    await page.getByRole('link', { name: 'Forget Password?' }).click()
    // The login has a field of that name, too.
    await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible()
    await page.getByLabel('Email').fill(customer.email)
    await page.getByRole('button', { name: 'Send code' }).click()
    const sentEmail = await readEmail(page, { to: customer.email, subject: 'Your Skyfurrow password code' })
    await page.getByLabel('Verification Code').fill(/\b\d{6}\b/.exec(sentEmail)?.[0] ?? '')
    await page.getByLabel('New Password', { exact: true }).fill('Meadow-2027!')
    await page.getByLabel('Confirm Password', { exact: true }).fill('Meadow-2027!')
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await expect(page).toHaveURL('/log-in')
    await fillLogIn(page, { ...customer, password: 'Meadow-2027!' })
    await expect(page).toHaveURL(address)
  })

  test('is led back after the email was confirmed', async ({ page, seed }) => {
    const person = await seed.register('Vito Verified')
    await page.goto('/account')
    await fillLogIn(page, person)
    await expect(page).toHaveURL('/verify-email')
    await expect(page.getByRole('button', { name: 'Enter 6 more digit(s)' })).toBeVisible()
    await page.keyboard.type(await readCode(page, person.email))
    await page.getByRole('button', { name: 'Verify Email' }).click()
    await expect(page).toHaveURL('/log-in')
    await fillLogIn(page, person)
    await expect(page).toHaveURL('/account')
  })
})

test.describe('a member of staff who is revoked', () => {
  const notice = { name: 'Your account', exact: true }
  test.afterEach(({ seed }) => seed.decide(FORMER_STAFF, { status: 'Approved' }))

  test('sees the rejection on the open page, and then the account status', async ({ page, seed }) => {
    const customer = await seed.createPending('Rita Review')
    await signIn(page, FORMER_STAFF)
    await page.goto('/dashboard/users')
    await page
      .getByRole('row')
      .filter({ hasText: customer.email })
      .getByRole('button', { name: /Review/ })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Verify User' })
    await seed.decide(FORMER_STAFF, { status: 'On Hold', message: 'You are on leave until May.' })

    await dialog.getByLabel('Status').selectOption('Rejected')
    await dialog.getByLabel('Message').fill('We do not know your institute.')
    await dialog.getByRole('button', { name: 'Update' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Your account is on hold')

    await page.reload()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('region', notice)).toContainText('Your account is on hold')
    await expect(page.getByRole('region', notice)).toContainText('You are on leave until May.')
    await page.getByRole('button', { name: /^Account menu/ }).click()
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeHidden()
  })
})
