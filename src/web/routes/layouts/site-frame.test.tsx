import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { click } from '#web/testing/acts.ts'
import { network } from '#web/testing/network.ts'
import { CUSTOMER, NO_ROWS, openScreen, STAFF } from '#web/testing/open-screen.tsx'

const LINKS = {
  Home: '/',
  'Drone Image Processing': '/products',
  'Smart Crop Management': '/smart-crop-management',
  'About Us': '/about',
  'Contact Us': '/contact',
}

const targetsIn = async (name: string): Promise<Record<string, string | null>> => {
  const links = within(await screen.findByRole('navigation', { name })).getAllByRole('link')
  return Object.fromEntries(links.map((link) => [link.textContent?.trim() ?? '', link.getAttribute('href')]))
}
const expectPath = (expected: string) => waitFor(() => expect(location.pathname).toBe(expected))

const menu = () => within(screen.getByRole('dialog', { name: 'Menu' }))

describe('on a phone, the menu', () => {
  test('repeats the links and Log in, and closes behind them', async () => {
    await openScreen('/')
    await click('button', 'Open menu')
    expect(await targetsIn('Mobile')).toEqual(LINKS)
    expect(menu().getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/log-in')
    menu().getByRole('link', { name: 'Contact Us' }).click()
    await expectPath('/contact')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull())
  })

  test('greets the signed-in person, and logs out', async () => {
    network.reply('logOut', {})
    await openScreen('/', { as: STAFF })
    await click('button', 'Open menu')
    expect(await targetsIn('Mobile')).toMatchObject(LINKS)
    expect(menu().getByText('Welcome')).toBeVisible()
    expect(menu().getByText(STAFF.email)).toBeVisible()
    expect(menu().queryByRole('link', { name: 'Log in' })).toBeNull()
    menu().getByRole('button', { name: 'Log Out' }).click()
    expect(await screen.findByText('You have successfully logged out!')).toBeVisible()
    expect(network.sent('logOut')).toEqual([{ query: {}, body: { refreshToken: 'refresh' } }])
    await click('button', 'Open menu')
    expect(menu().getByRole('link', { name: 'Log in' })).toBeVisible()
  })
})

/** A DOM without a browser shows popovers all the time. */
describe('the avatar', () => {
  test('of an approved customer leads to the customer dashboard', async () => {
    network.reply('listMyAnalyses', NO_ROWS)
    await openScreen('/', { as: CUSTOMER })
    ;(await screen.findByRole('link', { name: 'Dashboard' })).click()
    expect(await screen.findByText('No Projects')).toBeVisible()
    expect(location.pathname).toBe('/my-dashboard')
  })

  test('shows the first five characters of the email when there is no name', async () => {
    await openScreen('/', { as: { ...STAFF, fullName: '' } })
    expect(await screen.findByText(STAFF.email.slice(0, 5))).toBeVisible()
  })
})

describe('the footer', () => {
  afterEach(() => void vi.useRealTimers())

  test('leads to mail, pages, services, company and social media', async () => {
    await openScreen('/')
    const footer = within(screen.getByRole('contentinfo'))
    expect(footer.getByRole('link', { name: /@/ })).toHaveAttribute('href', 'mailto:hello@skyfurrow.example')
    expect(footer.getAllByRole('heading').map((heading) => heading.textContent)).toEqual([
      'Navigation',
      'Our services',
      'Company',
    ])
    expect(await targetsIn('Navigation')).toMatchObject({ Home: '/', 'About Us': '/about', 'Contact Us': '/contact' })
    expect(await targetsIn('Our services')).toMatchObject({
      'Drone Image Processing': '/products',
      'Smart Crop Management': '/smart-crop-management',
    })
    expect(await targetsIn('Company')).toMatchObject({
      Careers: expect.stringMatching(/^(mailto|https):/),
      'Privacy Policy': '/privacy-policy',
    })
    for (const name of ['LinkedIn', 'YouTube', 'GitHub'])
      expect(footer.getByRole('link', { name })).toHaveAttribute('href', expect.stringMatching(/^https:/))
  })

  test('has the current year', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-06-01T12:00:00Z') })
    await openScreen('/')
    expect(screen.getByRole('contentinfo')).toHaveTextContent('© 2031 Skyfurrow')
  })
})
