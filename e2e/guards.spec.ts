import {
  expect,
  expectToast,
  FORMER_STAFF,
  fillLogIn,
  logIn,
  readCode,
  readEmail,
  STAFF,
  signIn,
  test,
} from './fixtures.ts'

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
    // The sign-up has an email field, too.
    await expect(page).toHaveURL('/log-in')
    await fillLogIn(page, customer)
    await expect(page).toHaveURL('/my-dashboard?status=under+review')
    await expect(page.getByLabel('Sort by')).toHaveValue('under review')
  })

  test('is led back after a forgotten password', async ({ page, seed }) => {
    const customer = await seed.createCustomer('Fiona Forgot')
    const address = '/my-dashboard?status=rejected'
    await page.goto(address)
    await page.getByRole('link', { name: 'Forget Password?' }).click()
    await page.getByRole('link', { name: 'Back to Login' }).click()
    await page.getByRole('link', { name: 'Forget Password?' }).click()
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

test.describe('the login with a part of a session in the browser', () => {
  test('asks the server who a token belongs to, and leads on', async ({ page }) => {
    await signIn(page, STAFF)
    await page.evaluate(() => localStorage.removeItem('user'))
    await page.goto('/log-in')
    await expect(page).toHaveURL('/dashboard/users')
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  })

  test('clears a token that the server does not know', async ({ page }) => {
    await page.goto('/robots.txt')
    await page.evaluate(() => sessionStorage.setItem('accessToken', 'of-another-day'))
    await page.goto('/log-in')
    await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('accessToken'))).toBeNull()
    await fillLogIn(page, STAFF)
    await expect(page).toHaveURL('/dashboard/users')
  })

  test('asks for a password where only the person is known', async ({ page }) => {
    await signIn(page, STAFF)
    await page.evaluate(() => sessionStorage.clear())
    await page.goto('/log-in')
    await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
  })
})

test.describe('the wrong role', () => {
  test('staff on a customer screen are redirected to their own', async ({ page }) => {
    await signIn(page, STAFF)
    await page.goto('/my-dashboard')
    await expectToast(page, 'Insufficient permissions')
    await expect(page).toHaveURL('/dashboard/users')
    await expect(page.getByRole('navigation', { name: 'Work' }).getByRole('link')).toHaveText([
      'Dashboard',
      'Users',
      'Trials',
    ])
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
    await expect(page.getByRole('navigation', { name: 'Work' }).getByRole('link')).toHaveText([
      'My Dashboard',
      'Trials',
    ])
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

  test('sees the three steps to the first upload, with what to prepare, until it is approved', async ({
    page,
    seed,
  }) => {
    const customer = await seed.createPending('Nele Newcomer')
    await signIn(page, customer)
    await page.goto('/')
    const steps = page.getByRole('list', { name: 'Your first steps' })
    const current = steps.locator('[aria-current=step]')
    await expect(steps.getByRole('listitem')).toContainText([/Done: Email confirmed/, /Waiting/, /Next: First upload/])
    await expect(current).toContainText('Now: Waiting for approval')
    const toPrepare = page.getByRole('region', { name: 'What you can prepare meanwhile' })
    await expect(toPrepare.getByRole('link')).toHaveCount(3)

    await seed.decide(customer, { status: 'Approved', projects: ['Oat_Rows'] })
    await page.goto('/my-dashboard')
    await expect(page.getByText('No Projects')).toBeVisible()
    await expect(steps.getByRole('listitem')).toContainText([
      /Done: Email/,
      /Done: Account approved/,
      /Now: First upload/,
    ])
    await expect(steps).toContainText('Your project is Oat Rows.')
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

test('a customer reads what staff wrote with the approval, until they dismiss it', async ({ page, seed }) => {
  const message = 'Welcome! Your first trial can start on Monday.'
  const customer = await seed.createCustomer('Anna Approved', { message })
  await logIn(page, customer)
  const notice = page.getByRole('status').filter({ hasText: 'Your account is approved' })
  await expect(notice).toContainText(message)
  await notice.getByRole('button', { name: 'Dismiss the message' }).click()
  await expect(notice).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeFocused()
  await page.reload()
  await expect(page.getByText('No Projects')).toBeVisible()
  await expect(notice).toBeHidden()

  await seed.decide(customer, { status: 'Approved', message: 'Your second project is open.' })
  await page.reload()
  await expect(notice).toContainText('Your second project is open.')
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
