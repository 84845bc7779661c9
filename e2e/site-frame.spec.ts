import type { Page } from '@playwright/test'
import { expect, STAFF, signIn, test } from './fixtures.ts'

const LINKS = {
  Home: '/',
  'Drone Image Processing': '/products',
  'Smart Crop Management': '/smart-crop-management',
  'About Us': '/about',
  'Contact Us': '/contact',
}
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
