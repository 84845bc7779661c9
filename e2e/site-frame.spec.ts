import type { Page } from '@playwright/test'
import { expect, expectToast, logIn, STAFF, signIn, test } from './fixtures.ts'

const LINKS = {
  Home: '/',
  'Drone Image Processing': '/products',
  'Smart Crop Management': '/smart-crop-management',
  'About Us': '/about',
  'Contact Us': '/contact',
}
const COMPANY_MAIL = 'mailto:hello@skyfurrow.example'

const accountMenu = (page: Page) => page.getByRole('button', { name: /^Account menu/ })
const targetsIn = async (page: Page, name: string) => {
  const links = page.getByRole('navigation', { name, exact: true }).getByRole('link')
  await expect(links.first()).toBeVisible()
  return Object.fromEntries(
    await links.evaluateAll((all) => all.map((link) => [link.textContent?.trim(), link.getAttribute('href')])),
  )
}

test.describe('the header', () => {
  test('stays at the top, with the logo, five links and Log in', async ({ page }) => {
    await page.goto('/')
    const header = page.getByRole('banner')
    expect(await targetsIn(page, 'Main')).toEqual(LINKS)
    await expect(header.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/log-in')
    await page.mouse.wheel(0, 1500)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000)
    expect((await header.boundingBox())?.y).toBe(0)
    await header.getByRole('link', { name: 'About Us' }).click()
    await expect(page).toHaveURL('/about')
    await header.getByRole('link', { name: /Skyfurrow/ }).click()
    await expect(page).toHaveURL('/')
  })

  test('on a phone has a menu that slides in, with the links and Log in', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 700 })
    await page.goto('/')
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    expect(await targetsIn(page, 'Mobile')).toEqual(LINKS)
    await menu.getByRole('link', { name: 'Contact Us' }).click()
    await expect(page).toHaveURL('/contact')
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await menu.getByRole('link', { name: 'Log in' }).click()
    await expect(page).toHaveURL('/log-in')
  })

  test('on a phone greets the signed-in person, and logs out', async ({ page }) => {
    await signIn(page, STAFF)
    await page.setViewportSize({ width: 375, height: 700 })
    await page.goto('/')
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    expect(await targetsIn(page, 'Mobile')).toMatchObject(LINKS)
    await expect(menu.getByText('Welcome', { exact: true })).toBeVisible()
    await expect(menu.getByText(STAFF.email)).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Log in' })).toBeHidden()
    await menu.getByRole('button', { name: 'Log Out' }).click()
    await expectToast(page, 'You have successfully logged out!')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(menu.getByRole('link', { name: 'Log in' })).toBeVisible()
  })
})

test.describe('the avatar', () => {
  test('of staff opens name, email, the dashboard of staff and Sign out', async ({ page }) => {
    await signIn(page, STAFF)
    await page.goto('/')
    await expect(accountMenu(page)).toHaveText('ST')
    await accountMenu(page).click()
    await expect(page.getByText('Sam Furrow', { exact: true })).toBeVisible()
    await expect(page.getByText(STAFF.email, { exact: true }).first()).toBeVisible()
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await expect(page).toHaveURL('/dashboard/users')
    await page.goto('/about')
    await accountMenu(page).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
    await expect(page).toHaveURL('/about')
  })

  test('of an approved customer leads to the customer dashboard', async ({ page, seed }) => {
    await signIn(page, await seed.createCustomer('Avatar Anna'))
    await page.goto('/')
    await accountMenu(page).click()
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await expect(page).toHaveURL('/my-dashboard')
  })

  test('shows the first five characters of the email when there is no name', async ({ page }) => {
    await page.route('**/api/auth/{login,get-profile}', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { data: object }
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, fullName: '' } } })
    })
    await logIn(page, STAFF)
    await accountMenu(page).click()
    await expect(page.getByText(STAFF.email.slice(0, 5), { exact: true })).toBeVisible()
  })
})

test.describe('the footer', () => {
  test('leads to mail, pages, services, company and social media', async ({ page }) => {
    await page.goto('/')
    const footer = page.getByRole('contentinfo')
    expect(await footer.getByRole('link', { name: /@/ }).getAttribute('href')).toBe(COMPANY_MAIL)
    await expect(footer.getByRole('heading')).toHaveText(['Navigation', 'Our services', 'Company'])
    expect(await targetsIn(page, 'Navigation')).toMatchObject({
      Home: '/',
      'About Us': '/about',
      'Contact Us': '/contact',
    })
    expect(await targetsIn(page, 'Our services')).toMatchObject({
      'Drone Image Processing': '/products',
      'Smart Crop Management': '/smart-crop-management',
    })
    expect(await targetsIn(page, 'Company')).toMatchObject({
      Careers: expect.stringMatching(/^(mailto|https):/),
      'Privacy Policy': '/privacy-policy',
    })
    for (const name of ['LinkedIn', 'YouTube', 'GitHub'])
      await expect(footer.getByRole('link', { name })).toHaveAttribute('href', /^https:/)
  })

  test('has the current year', async ({ page }) => {
    await page.clock.setFixedTime(new Date('2031-06-01T12:00:00Z'))
    await page.goto('/')
    await expect(page.getByRole('contentinfo')).toContainText('© 2031 Skyfurrow')
  })
})

test('a public page is loaded when it is opened, not before', async ({ page }) => {
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.url())
  })
  const loadedFor = (screen: string) => scripts.filter((url) => url.includes(`/${screen}-`)).length
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  expect(loadedFor('about')).toBe(0)
  await page.getByRole('banner').getByRole('link', { name: 'About Us' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveTitle('About Us - Skyfurrow')
  await expect.poll(() => loadedFor('about')).toBe(1)
})
