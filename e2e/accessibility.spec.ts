import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect, fillLogIn, type Seed, STAFF, signIn, signUp, test } from './fixtures.ts'
import { openPart } from './request-part.ts'
import { fillCode, keepRecoveryCodes, setUpFactor } from './totp-app.ts'

async function expectDialogAccessible(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('dialog', { name: title })).toBeVisible()
  await expectAccessible(page, `dialog '${title}'`)
}

/** From the open dialog of a request. */
async function expectPageAccessible(page: Page, screen: string): Promise<void> {
  await page.getByRole('link', { name: 'Open page' }).click()
  await openPart(page, 'Request')
  await expect(page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page, screen)
}

for (const address of [
  '/',
  '/products',
  '/smart-crop-management',
  '/services',
  '/about',
  '/contact',
  '/blogs',
  '/privacy-policy',
  '/nowhere',
])
  test(`the public page ${address}`, async ({ page }) => {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page, address)
  })

test('an article, and the menu of a phone', async ({ page }) => {
  await page.goto('/blogs')
  await page.getByRole('article').first().getByRole('link').first().click()
  await expect(page).not.toHaveURL('/blogs')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page, 'article')
  await page.setViewportSize({ width: 375, height: 800 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expectAccessible(page, 'menu')
})

test('the account screens, with errors shown', async ({ page }) => {
  await page.goto('/log-in')
  await page.getByLabel('Email').fill('nobody@example.org')
  await page.getByLabel('Password', { exact: true }).fill('Furrow-2020!')
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'log in')
  await page.goto('/sign-up')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expectAccessible(page, 'sign up')
  await page.goto('/verify-email')
  await expect(page.getByLabel('Email')).toBeVisible()
  await expectAccessible(page, 'verify email without an address')
  await signUp(page, { fullName: 'Alex Access', email: 'alex.access@example.org' })
  await page.keyboard.type('12345')
  await expectAccessible(page, 'verify email')
  await page.goto('/forgot-password')
  await expectAccessible(page, 'forgot password')
  await page.getByLabel('Email').fill('nobody@example.org')
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Verification code is required')).toBeVisible()
  await expectAccessible(page, 'reset password')
})

test('the second factor, from its enrollment to a login with it', async ({ page, seed }) => {
  const person = await seed.createCustomer('Axel Factor')
  await signIn(page, person)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByLabel('Current Password', { exact: true }).last()).toBeFocused()
  await expectDialogAccessible(page, 'Set up a second factor')
  await page.keyboard.press('Escape')
  await setUpFactor(page, person.password, async () => {
    await expect(page.getByLabel('Digit 1 of 6')).toBeFocused()
    await expectDialogAccessible(page, 'Set up a second factor')
  })
  await expectDialogAccessible(page, 'Save your recovery codes')
  await keepRecoveryCodes(page)
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
  await expectAccessible(page, 'account with a second factor')
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expectDialogAccessible(page, 'Turn off the second factor?')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.goto('/log-in')
  await fillLogIn(page, person)
  await fillCode(page, '000000')
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'second step of the login')
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await expectAccessible(page, 'login with a recovery code')
})

test('the notices of customers who are not approved, and the account menu', async ({ page, seed }) => {
  await signIn(page, await seed.createPending('Anna Axe'))
  await page.goto('/my-dashboard')
  await expect(page.getByRole('region', { name: 'Your account', exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await expectAccessible(page, 'notice and menu')
})

test("a customer's dashboard, empty", async ({ page, seed }) => {
  await signIn(page, await seed.createCustomer('Emil Empty'))
  await page.goto('/my-dashboard')
  await expect(page.getByText('No Projects')).toBeVisible()
  await expectAccessible(page, 'empty dashboard')
})

test("a customer's dashboard with rows, and its dialogs", async ({ page, seed }) => {
  await signIn(page, await customerWithRows(seed))
  await page.goto('/my-dashboard')
  await expect(page.getByRole('table')).toBeVisible()
  await expectAccessible(page, 'dashboard')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const upload = page.getByRole('dialog', { name: 'Upload Project Details' })
  await upload.getByRole('button', { name: 'Upload File' }).click()
  await expect(upload.getByText('A file is required', { exact: true })).toBeVisible()
  await expectDialogAccessible(page, 'Upload Project Details')
  let refuses = false
  await page.route('**/storage/**', async (route) => (refuses ? route.fulfill({ status: 400 }) : undefined))
  await upload.getByLabel('Project Name').selectOption('Soybean Yield Trial')
  await upload
    .getByLabel('Image archive')
    .setInputFiles({ name: 'field.zip', mimeType: '', buffer: Buffer.from('photos') })
  await upload.getByLabel('3D Model').check()
  await upload.getByRole('button', { name: 'Upload File' }).click()
  await expect(upload.getByRole('progressbar', { name: 'Progress of field.zip' })).toBeVisible()
  await expectAccessible(page, 'upload under way')
  await upload.getByRole('button', { name: 'Pause field.zip' }).click()
  await page.keyboard.press('Escape')
  const dock = page.getByRole('region', { name: 'Uploads', exact: true })
  await expect(dock).toContainText('Paused')
  await expectAccessible(page, 'dock')
  refuses = true
  await dock.getByRole('button', { name: 'Continue field.zip' }).click()
  await expect(dock.getByText('Upload failed', { exact: true })).toBeVisible()
  await expectAccessible(page, 'dock with a failed upload')
  await page.reload()
  const unfinished = page.getByRole('region', { name: 'Unfinished uploads' })
  await unfinished.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByRole('dialog', { name: 'Remove this upload?' })).toContainText('Nothing has arrived yet')
  await expectDialogAccessible(page, 'Remove this upload?')
  await page.keyboard.press('Escape')
  await page
    .getByRole('row', { name: /Processed/ })
    .getByRole('button', { name: /^View/ })
    .click()
  await expect(page.getByRole('button', { name: 'View Reports' })).toBeVisible()
  await expectDialogAccessible(page, 'Uploaded Project Detail')
  await page.getByRole('button', { name: 'View Reports' }).click()
  await expectDialogAccessible(page, 'Processed Reports')
  await page.keyboard.press('Escape')
  await expectPageAccessible(page, 'page of a request')
})

test('a rejected request, and the dialog that answers it', async ({ page, seed }) => {
  const customer = await seed.createCustomer('Reni Rejected')
  const request = await seed.sendRequest(customer)
  await seed.changeStatus(request, 'REJECTED', 'Blurred')
  await signIn(page, customer)
  await page.goto(`/my-dashboard/requests/${request.id}`)
  await page.getByRole('button', { name: 'Send a new archive' }).click()
  await expectDialogAccessible(page, 'Send a new archive')
})

test("staff's users, empty and with rows, and the dialog", async ({ page, seed }) => {
  await seed.createCustomer('Rita Rejected', { status: 'Rejected' })
  await seed.createCustomer('Otto Onhold', { status: 'On Hold' })
  const person = await seed.createCustomer('Ada Approved')
  await signIn(page, STAFF)
  await page.goto('/dashboard/users')
  await expect(page.getByRole('table')).toBeVisible()
  await expectAccessible(page, 'users')
  await page.getByRole('button', { name: `Review ${person.fullName}` }).click()
  await expectDialogAccessible(page, 'Verify User')
  await page.goto('/dashboard/users?search=nobody+at+all')
  await expect(page.getByText('No users found')).toBeVisible()
  await expectAccessible(page, 'no users')
})

test("staff's requests, empty and with rows, and the dialogs", async ({ page, seed }) => {
  const customer = await customerWithRows(seed)
  await signIn(page, STAFF)
  await page.goto(`/dashboard/requests?search=${customer.email}`)
  await expect(page.getByRole('table')).toBeVisible()
  await expectAccessible(page, 'requests')
  await page
    .getByRole('row', { name: /Processed/ })
    .getByRole('button', { name: /^View/ })
    .click()
  await page.getByLabel('File Status').selectOption('Rejected')
  await expectDialogAccessible(page, 'Requested User Details')
  await page.getByRole('button', { name: 'View Report' }).click()
  const report = page.getByRole('dialog', { name: 'Admin Reports' })
  await report
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click()
  await expectDialogAccessible(page, 'Remove this file?')
  await page.getByRole('button', { name: 'Keep' }).click()
  await expectDialogAccessible(page, 'Admin Reports')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Upload Report' }).click()
  const form = page.getByRole('dialog', { name: 'Upload Report' })
  await form.getByLabel('Report files').setInputFiles({ name: 'a.csv', mimeType: '', buffer: Buffer.from('values') })
  await expect(form.getByRole('button', { name: 'Remove a.csv' })).toBeVisible()
  await expectDialogAccessible(page, 'Upload Report')
  await form.getByRole('checkbox').first().uncheck()
  await form.getByRole('button', { name: 'Upload', exact: true }).click()
  await expectDialogAccessible(page, 'Publish anyway?')
  await page.getByRole('button', { name: 'Go back' }).click()
  await page.keyboard.press('Escape')
  await expectDialogAccessible(page, 'Discard what you entered?')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expectPageAccessible(page, "staff's page of a request")
  const processing = await openPart(page, 'Processing')
  await processing.getByRole('button', { name: 'Start preview' }).click()
  const run = processing.getByRole('list', { name: 'Runs' }).getByRole('listitem').first()
  await run.getByText('Log', { exact: true }).click()
  await expect(
    run.getByText('The log is empty.').or(run.getByRole('region', { name: 'Lines of the log' })),
  ).toBeVisible()
  await expectAccessible(page, "staff's page of a request with a run")
  await page.goto('/dashboard/requests?search=nothing+at+all')
  await expect(page.getByText('No users found')).toBeVisible()
  await expectAccessible(page, 'no requests')
})

test('the activity of staff, and the account page', async ({ page, seed }) => {
  await seed.createCustomer('Ines Activity', { message: 'Welcome' })
  await signIn(page, STAFF)
  for (const address of ['/dashboard/activity', '/dashboard/emails', '/account']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    await expectAccessible(page, address)
  }
})

const LISTS = [
  { who: 'staff', screen: '/dashboard/users', path: '**/api/admin/getAllUsers*', loading: 'Loading users...' },
  { who: 'staff', screen: '/dashboard/requests', path: '**/api/admin-crop/getAllRequests*', loading: 'Loading...' },
  { who: 'customer', screen: '/my-dashboard', path: /\/api\/crop-images\/get(\?|$)/, loading: 'Loading projects...' },
] as const

for (const { who, screen, path, loading } of LISTS)
  test(`the list of ${screen}, while it loads and after an error`, async ({ page, seed }) => {
    await signIn(page, who === 'staff' ? STAFF : await seed.createCustomer('Lona Loading'))
    const looked = Promise.withResolvers<void>()
    await page.route(path, async (route) => {
      await looked.promise
      await route.fulfill({ status: 500, json: { statusCode: 500, message: 'Server error occurred' } })
    })
    await page.goto(screen)
    await expect(page.getByText(loading, { exact: true })).toBeAttached()
    await expectAccessible(page, 'loading')
    looked.resolve()
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
    await expectAccessible(page, 'failed')
  })

async function customerWithRows(seed: Seed) {
  const customer = await seed.createCustomer('Rosa Rows')
  await seed.changeStatus(await seed.sendRequest(customer), 'REJECTED', 'Blurred')
  await seed.changeStatus(await seed.sendRequest(customer), 'UNDER_REVIEW')
  await seed.sendRequest(customer, { fileName: 'a_name_that_is_rather_long.zip', description: 'Nadir flight' })
  await seed.publishReport(await seed.sendRequest(customer), ['heights.csv', 'cover.csv'], 'Two tables')
  return customer
}
