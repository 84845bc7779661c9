import { expect, expectToast, FORMER_STAFF, fillLogIn, logIn, STAFF, signIn, test } from './fixtures.ts'

test.describe('a visitor who is not signed in', () => {
  for (const address of [
    '/dashboard',
    '/dashboard/users?status=pending',
    '/dashboard/requests?search=zip',
    '/dashboard/activity',
    '/dashboard/emails',
    '/account',
  ])
    test(`is redirected from ${address} to the login, and back after it`, async ({ page }) => {
      await page.goto(address)
      await expect(page).toHaveURL('/log-in')
      await fillLogIn(page, STAFF)
      await expectToast(page, 'Login successful!')
      await expect(page).toHaveURL(address === '/dashboard' ? '/dashboard/users' : address)
    })

  test('is redirected from /my-dashboard to the login, and back after it, also by way of the sign-up', async ({
    page,
    seed,
  }) => {
    const customer = await seed.createCustomer('Gustav Guarded')
    await page.goto('/my-dashboard?status=under+review')
    await expect(page).toHaveURL('/log-in')
    await page.getByRole('link', { name: 'Sign Up' }).click()
    await page.getByRole('link', { name: 'Log in' }).click()
    await fillLogIn(page, customer)
    await expect(page).toHaveURL('/my-dashboard?status=under+review')
    await expect(page.getByLabel('Sort by')).toHaveValue('under review')
  })
})

test.describe('the wrong role', () => {
  test('staff on a customer screen are redirected to their own', async ({ page }) => {
    await signIn(page, STAFF)
    await page.goto('/my-dashboard')
    await expectToast(page, 'Insufficient permissions')
    await expect(page).toHaveURL('/dashboard/users')
    await expect(page.getByRole('navigation', { name: 'Work' }).getByRole('link')).toContainText(['Dashboard', 'Users'])
  })

  test('a customer on a staff screen is redirected to the customer dashboard', async ({ page, seed }) => {
    const customer = await seed.createCustomer('Wanda Wrong')
    await signIn(page, customer)
    for (const screen of [
      '/dashboard',
      '/dashboard/users',
      '/dashboard/requests',
      '/dashboard/activity',
      '/dashboard/emails',
    ]) {
      await page.goto(screen)
      await expectToast(page, 'Insufficient permissions')
      await expect(page).toHaveURL('/my-dashboard')
    }
    await expect(page.getByRole('navigation', { name: 'Work' }).getByRole('link')).toHaveText(['My Dashboard'])
  })

  test('a login from a screen of the other role leads to the own dashboard', async ({ page, seed }) => {
    const customer = await seed.createCustomer('Olga Other')
    await page.goto('/dashboard/users')
    await fillLogIn(page, customer)
    await expect(page).toHaveURL('/my-dashboard')
  })
})

test.describe('a customer who is not approved', () => {
  const notice = { name: 'Your account', exact: true }

  test('waits on the home page, without a link to a dashboard', async ({ page, seed }) => {
    await logIn(page, await seed.createPending('Peter Pending'))
    await expect(page).toHaveURL('/')
    await page.goto('/my-dashboard')
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('region', notice)).toContainText('Your account is waiting for approval')
    await page.getByRole('button', { name: /^Account menu/ }).click()
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeHidden()
  })

  for (const [status, words] of [
    ['Rejected', 'Your account was not approved'],
    ['On Hold', 'Your account is on hold'],
  ] as const)
    test(`sees that it is ${status}, and what staff wrote`, async ({ page, seed }) => {
      const message = 'We could not find your institute. Please write to us.'
      await logIn(page, await seed.createCustomer('Nora Refused', { status, message }))
      await expect(page).toHaveURL('/')
      await page.goto('/my-dashboard')
      await expect(page).toHaveURL('/')
      await expect(page.getByRole('region', notice)).toContainText(words)
      await expect(page.getByRole('region', notice)).toContainText(message)
    })

  test('loses the dashboard with the next profile check when staff put the account on hold', async ({ page, seed }) => {
    const customer = await seed.createCustomer('Henk Held')
    await signIn(page, customer)
    await page.goto('/my-dashboard')
    await expect(page.getByText('No Projects')).toBeVisible()
    await seed.decide(customer, { status: 'On Hold', message: 'Your invoice is open.' })
    await page.reload()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('region', notice)).toContainText('Your invoice is open.')
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

  test('is redirected to the home page after a login, from every staff screen, and keeps the account settings', async ({
    page,
    seed,
  }) => {
    await seed.decide(FORMER_STAFF, { status: 'Rejected' })
    await page.goto('/dashboard/activity')
    await fillLogIn(page, FORMER_STAFF)
    await expectToast(page, 'Login successful!')
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('region', notice)).toContainText('Your account was not approved')
    for (const screen of ['/dashboard', '/dashboard/users', '/dashboard/requests', '/dashboard/emails']) {
      await page.goto(screen)
      await expect(page).toHaveURL('/')
    }
    await page.goto('/account')
    await expect(page.getByRole('heading', { name: 'Account settings' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Work' })).toBeHidden()
  })
})

test('an unknown address shows the not-found page', async ({ page }) => {
  for (const address of ['/nowhere', '/blogs/nowhere', '/dashboards']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expect(page).toHaveTitle('Page not found - Skyfurrow')
  }
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await expect(page).toHaveURL('/')
})

test.describe('titles', () => {
  const publicTitles = {
    '/': 'Home',
    '/products': 'Drone Image Processing',
    '/smart-crop-management': 'Smart Crop Management',
    '/services': 'Services',
    '/about': 'About Us',
    '/contact': 'Contact Us',
    '/blogs': 'News and Blogs',
    '/privacy-policy': 'Privacy Policy',
    '/log-in': 'Log in',
    '/sign-up': 'Sign up',
    '/verify-email': 'Verify Email',
    '/forgot-password': 'Forgot Password',
  }
  test('name the screen and the product', async ({ page }) => {
    for (const [address, screen] of Object.entries(publicTitles)) {
      await page.goto(address)
      await expect(page).toHaveTitle(`${screen} - Skyfurrow`)
    }
    await logIn(page, STAFF)
    await expect(page).toHaveTitle('Users - Skyfurrow')
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveTitle('Dashboard - Skyfurrow')
    await page.goto('/dashboard/activity')
    await expect(page).toHaveTitle('Activity log - Skyfurrow')
    await page.goto('/account')
    await expect(page).toHaveTitle('Account settings - Skyfurrow')
  })
})
