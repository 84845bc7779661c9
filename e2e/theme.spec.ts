import type { Page } from '@playwright/test'
import { expect, STAFF, signIn, test } from './fixtures.ts'

const LIGHT = 'rgb(251, 248, 241)'
const DARK = 'rgb(13, 27, 42)'
const openMenu = (page: Page) => page.getByRole('button', { name: /^Account menu/ }).click()
const expectPaper = (page: Page, colour: string) => expect(page.locator('html')).toHaveCSS('background-color', colour)

test('the theme is that of the system until one is chosen, which holds in all tabs and after a reload', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, STAFF)
  await page.goto('/dashboard/users')
  await expectPaper(page, DARK)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectPaper(page, LIGHT)

  const other = await context.newPage()
  await other.goto('/about')
  await openMenu(page)
  const theme = page.getByRole('group', { name: 'Theme' })
  await expect(theme.getByRole('radio', { name: 'System' })).toBeChecked()
  await theme.getByRole('radio', { name: 'System' }).press('ArrowLeft')
  await expect(theme.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expectPaper(page, DARK)
  await expectPaper(other, DARK)
  await page.reload()
  await expectPaper(page, DARK)

  await openMenu(page)
  await theme.getByText('System').click()
  await expectPaper(page, LIGHT)
  await expectPaper(other, LIGHT)
})

for (const address of ['/', '/log-in'])
  test(`a chosen theme is there before the program of ${address}`, async ({ page }) => {
    await page.goto('/robots.txt')
    await page.evaluate(() => localStorage.setItem('theme', 'dark'))
    await page.route(/assets\/(main|public-entry|hydrate)-/, (route) => route.abort())
    await page.goto(address)
    await expectPaper(page, DARK)
  })
