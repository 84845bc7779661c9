import type { Page } from '@playwright/test'
import { expect, STAFF, signIn, test } from './fixtures.ts'

const REM = 16
const DAY_SECONDS = 86_400

const sidebar = (page: Page) => page.getByRole('complementary')
const links = (page: Page) => page.getByRole('navigation', { name: 'Work' }).getByRole('link')
const widthOf = (page: Page) => sidebar(page).evaluate((element) => element.getBoundingClientRect().width / 16)

test.beforeEach(async ({ page }) => {
  await signIn(page, STAFF)
  await page.goto('/dashboard/users')
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
})

test('collapses from 16rem to 3rem by its button, Ctrl+B or Cmd+B, and stays so for 7 days', async ({
  page,
  context,
}) => {
  expect(await widthOf(page)).toBe(16)
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await expect.poll(() => widthOf(page)).toBe(3)
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'sidebar')
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / DAY_SECONDS
  expect(Math.round(days * 1000) / 1000).toBeCloseTo(7, 2)
  await page.reload()
  await expect(links(page)).toHaveText(['Dashboard', 'Users', 'Trials'])
  expect(await widthOf(page)).toBe(3)

  await page.keyboard.press('Control+b')
  await expect.poll(() => widthOf(page)).toBe(16)
  await page.keyboard.press('Meta+b')
  await expect.poll(() => widthOf(page)).toBe(3)
  await page.keyboard.press('Control+Shift+b')
  await page.keyboard.press('b')
  expect(await widthOf(page)).toBe(3)
})

test('names its icons after 700 ms while it is collapsed', async ({ page }) => {
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await expect.poll(() => widthOf(page)).toBe(3)
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  const tip = page.getByRole('tooltip').filter({ hasText: 'Dashboard' })
  await links(page).filter({ hasText: 'Dashboard' }).hover()
  await page.clock.runFor(699)
  await expect(tip).toBeHidden()
  await page.clock.runFor(1)
  await expect(tip).toBeVisible()
  await page.mouse.move(600, 600)
  await expect(tip).toBeHidden()
})

test('is a sheet of 18rem below 768 px', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 800 })
  await expect(sidebar(page)).toBeVisible()
  await page.setViewportSize({ width: 767, height: 800 })
  await expect(sidebar(page)).toBeHidden()
  await page.keyboard.press('Control+b')
  const sheet = page.getByRole('dialog', { name: 'Menu' })
  await expect(sheet).toBeVisible()
  expect((await sheet.boundingBox())?.width).toBeCloseTo(18 * REM, 2)
  await sheet.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/requests')
  await expect(sheet).toBeHidden()
})
