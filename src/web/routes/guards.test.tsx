import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { UserStatusText } from '#domain/users.ts'
import { failPartsOfAccount } from '#web/testing/account-page.ts'
import { click, fillLogIn } from '#web/testing/acts.ts'
import { envelope, network } from '#web/testing/network.ts'
import { CUSTOMER, loginOf, NO_ROWS, openScreen, type Person, replyProfile, STAFF } from '#web/testing/open-screen.tsx'

const address = () => `${location.pathname}${location.search}`
const expectAddress = (expected: string) => waitFor(() => expect(address()).toBe(expected))

function replyToLogIn(person: Person): void {
  replyProfile(person)
  network.reply('logIn', { data: loginOf(person) })
}
const LISTS = ['listUsers', 'listAllAnalyses', 'listMyAnalyses', 'listActivity', 'listUndeliveredEmails'] as const
const replyToLists = () => {
  for (const name of LISTS) network.reply(name, NO_ROWS)
  network.reply('listStaff', { data: [] })
  network.reply('searchUsers', NO_ROWS)
  network.reply('countAnalyses', { data: [] })
}

const replyToAccount = () => {
  network.reply('listSessions', { data: [] })
  network.reply('getSecondFactor', { data: { onSince: null, recoveryCodesLeft: 0 } })
  network.reply('getEmailSettings', { data: [] })
  network.reply('listTokens', { data: [] })
}

const links = () =>
  within(screen.getByRole('navigation', { name: 'Work' }))
    .getAllByRole('link')
    .map((link) => link.textContent)
const notice = () => screen.findByRole('region', { name: 'Your account' })
const steps = () => screen.findByRole('list', { name: 'Your first steps' })
const texts = async () =>
  within(await steps())
    .getAllByRole('listitem')
    .map((item) => item.textContent)
const inStatus = (userStatus: UserStatusText): Person => ({ ...CUSTOMER, userStatus })

describe('a visitor who is not signed in', () => {
  test.each([
    '/dashboard',
    '/dashboard/users?status=pending',
    '/dashboard/requests?search=zip',
    '/dashboard/activity',
    '/dashboard/emails',
    '/account',
  ])('is redirected from %s to the login, and back after it', async (wanted) => {
    replyToLists()
    failPartsOfAccount()
    replyToLogIn(STAFF)
    await openScreen(wanted)
    await expectAddress('/log-in')
    await fillLogIn(STAFF)
    expect(await screen.findByText('Login successful!')).toBeVisible()
    await expectAddress(wanted === '/dashboard' ? '/dashboard/users' : wanted)
  })

  test('is redirected from /my-dashboard to the login, and back after it, also by way of the sign-up', async () => {
    replyToLists()
    replyToLogIn(CUSTOMER)
    await openScreen('/my-dashboard?status=under+review')
    await expectAddress('/log-in')
    await click('link', 'Sign Up')
    await screen.findByLabelText('Full Name')
    await click('link', 'Log in')
    await fillLogIn(CUSTOMER)
    await expectAddress('/my-dashboard?status=under+review')
    expect(await screen.findByLabelText('Sort by')).toHaveValue('under review')
  })
})

describe('the login with a part of a session in the browser', () => {
  test('asks the server who a token belongs to, and leads on', async () => {
    replyToLists()
    replyProfile(STAFF)
    sessionStorage.setItem('accessToken', 'access')
    await openScreen('/log-in')
    expect(await screen.findByRole('heading', { name: 'Users' })).toBeVisible()
    await expectAddress('/dashboard/users')
  })

  test('clears a token that the server does not know', async () => {
    network.respond('getProfile', () => envelope(401, 'Please log in'))
    sessionStorage.setItem('accessToken', 'of-another-day')
    await openScreen('/log-in')
    expect(screen.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
    expect(sessionStorage.getItem('accessToken')).toBeNull()
  })

  test('asks for a password where only the person is known', async () => {
    localStorage.setItem('user', JSON.stringify({ ...STAFF, tokenType: 'Bearer', expiresIn: 600, message: null }))
    await openScreen('/log-in')
    expect(screen.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
  })
})

describe('the wrong role', () => {
  test('staff on a customer screen are redirected to their own', async () => {
    replyToLists()
    await openScreen('/my-dashboard', { as: STAFF })
    expect(await screen.findByText('Insufficient permissions')).toBeVisible()
    await expectAddress('/dashboard/users')
    expect(links()).toEqual(['Dashboard', 'Users', 'Trials'])
  })

  test.each(['/dashboard', '/dashboard/users', '/dashboard/requests', '/dashboard/activity', '/dashboard/emails'])(
    'a customer on a staff screen is redirected to the customer dashboard: %s',
    async (wanted) => {
      replyToLists()
      await openScreen(wanted, { as: CUSTOMER })
      expect(await screen.findByText('Insufficient permissions')).toBeVisible()
      await expectAddress('/my-dashboard')
      expect(links()).toEqual(['My Dashboard', 'Maps', 'Trials'])
    },
  )

  test('a login from a screen of the other role leads to the own dashboard', async () => {
    replyToLists()
    replyToLogIn(CUSTOMER)
    await openScreen('/dashboard/users')
    await fillLogIn(CUSTOMER)
    expect(await screen.findByText('No Projects')).toBeVisible()
    await expectAddress('/my-dashboard')
  })
})

describe('a customer who is not approved', () => {
  test('waits on the home page, without a link to a dashboard', async () => {
    await openScreen('/my-dashboard', { as: inStatus('PENDING') })
    await expectAddress('/')
    expect(await notice()).toHaveTextContent('Your account is waiting for approval')
    await click('button', /^Account menu/)
    expect(screen.getByRole('button', { name: 'Sign out' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Dashboard' })).toBeNull()
  })

  test('sees the three steps to the first upload, with what to prepare, until it is approved', async () => {
    replyToLists()
    await openScreen('/', { as: inStatus('PENDING') })
    expect(await texts()).toEqual([
      expect.stringContaining('Done: Email confirmed'),
      expect.stringContaining('Waiting'),
      expect.stringContaining('Next: First upload'),
    ])
    expect((await steps()).querySelector('[aria-current=step]')).toHaveTextContent('Now: Waiting for approval')
    const toPrepare = screen.getByRole('region', { name: 'What you can prepare meanwhile' })
    expect(within(toPrepare).getAllByRole('link')).toHaveLength(3)

    replyProfile({ ...CUSTOMER, assignedProjects: ['Oat_Rows'] })
    await openScreen('/my-dashboard')
    expect(await screen.findByText('No Projects')).toBeVisible()
    expect(await texts()).toEqual([
      expect.stringContaining('Done: Email'),
      expect.stringContaining('Done: Account approved'),
      expect.stringContaining('Now: First upload'),
    ])
    expect(await steps()).toHaveTextContent('Your project is Oat Rows.')
  })

  test.each([
    ['REJECTED', 'Your account was not approved'],
    ['CANCELLED', 'Your account is on hold'],
  ] as const)('sees that it is %s, and what staff wrote', async (status, words) => {
    const message = 'We could not find your institute. Please write to us.'
    const person = inStatus(status)
    replyProfile(person, message)
    network.reply('logIn', { data: loginOf(person) })
    await openScreen('/log-in')
    await fillLogIn(person)
    await expectAddress('/')
    await openScreen('/my-dashboard')
    await expectAddress('/')
    expect(await notice()).toHaveTextContent(words)
    expect(await notice()).toHaveTextContent(message)
  })

  test('loses the dashboard with the next profile check when staff put the account on hold', async () => {
    replyToLists()
    await openScreen('/my-dashboard', { as: CUSTOMER })
    expect(await screen.findByText('No Projects')).toBeVisible()
    replyProfile(inStatus('CANCELLED'), 'Your invoice is open.')
    await openScreen('/my-dashboard')
    await expectAddress('/')
    expect(await notice()).toHaveTextContent('Your invoice is open.')
  })
})

test('a member of staff who is revoked is led to the home page from every staff screen, and keeps the account settings', async () => {
  replyToLists()
  const person: Person = { ...STAFF, userStatus: 'REJECTED' }
  replyToLogIn(person)
  await openScreen('/dashboard/activity')
  await fillLogIn(person)
  expect(await screen.findByText('Login successful!')).toBeVisible()
  await expectAddress('/')
  expect(await notice()).toHaveTextContent('Your account was not approved')
  for (const wanted of ['/dashboard', '/dashboard/users', '/dashboard/requests', '/dashboard/emails']) {
    await openScreen(wanted)
    await expectAddress('/')
  }
  replyToAccount()
  await openScreen('/account')
  expect(await screen.findByRole('heading', { name: 'Account settings' })).toBeVisible()
  expect(screen.queryByRole('navigation', { name: 'Work' })).toBeNull()
})

test('a customer reads what staff wrote with the approval, until they dismiss it', async () => {
  replyToLists()
  replyProfile(CUSTOMER, 'Welcome! Your first trial can start on Monday.')
  await openScreen('/my-dashboard', { as: CUSTOMER })
  const shown = await screen.findByText('Welcome! Your first trial can start on Monday.')
  expect(shown.closest('[role=status], output')).toHaveTextContent('Your account is approved')
  await click('button', 'Dismiss the message')
  expect(shown).not.toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Dashboard' })).toHaveFocus()
  await openScreen('/my-dashboard')
  expect(await screen.findByText('No Projects')).toBeVisible()
  expect(screen.queryByText(/Your account is approved/)).toBeNull()

  replyProfile(CUSTOMER, 'Your second project is open.')
  await openScreen('/my-dashboard')
  expect(await screen.findByText('Your second project is open.')).toBeVisible()
})

test('an unknown address shows the not-found page', async () => {
  for (const unknown of ['/nowhere', '/blogs/nowhere', '/dashboards']) {
    await openScreen(unknown)
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible()
    expect(document.title).toBe('Page not found - Skyfurrow')
  }
  await click('link', 'Go to the home page')
  await expectAddress('/')
})

test('titles name the screen and the product', async () => {
  replyToLists()
  const titles = {
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
  const staffTitles = {
    '/dashboard/users': 'Users',
    '/dashboard/requests': 'Dashboard',
    '/dashboard/activity': 'Activity log',
    '/account': 'Account settings',
  }
  for (const [page, title] of Object.entries(titles)) {
    await openScreen(page)
    await waitFor(() => expect(document.title).toBe(`${title} - Skyfurrow`))
  }
  replyToAccount()
  replyProfile(STAFF)
  for (const [page, title] of Object.entries(staffTitles)) {
    await openScreen(page, { as: STAFF })
    await waitFor(() => expect(document.title).toBe(`${title} - Skyfurrow`))
  }
})
