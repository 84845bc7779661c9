import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, STAFF, signIn, test } from './fixtures.ts'

const searchBox = (page: Page) => page.getByRole('searchbox')

test('staff search, move through the results and open one without a mouse', async ({ page, seed }) => {
  await seed.createPending('Kira Keyes')
  await seed.createPending('Kilian Keyes')
  await signIn(page, STAFF)
  await page.goto('/dashboard/users')
  await expect(page.getByRole('table')).toBeVisible()
  await page.keyboard.press('/')
  await expect(searchBox(page)).toBeFocused()
  await page.keyboard.type('Key/es')
  await expect(searchBox(page)).toHaveValue('Key/es')
  await page.keyboard.press('Escape')
  await expect(searchBox(page)).toHaveValue('')
  await page.keyboard.type('Keyes')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=Keyes/)
  await expect(page.getByRole('button', { name: /^Review/ })).toHaveCount(2)

  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: 'Review Kilian Keyes' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Verify User' })
  await expect(dialog).toContainText('Kira Keyes')
  await page.keyboard.press('/')
  await expect(searchBox(page)).not.toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('/')
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/search/)
})

test('the single-key shortcut can be turned off', async ({ page }) => {
  await signIn(page, STAFF)
  await page.goto('/dashboard/users')
  await page.goto('/account')
  await page.getByLabel('Use single-key shortcuts').uncheck()
  await page.goto('/dashboard/users')
  await expect(page.getByRole('table')).toBeVisible()
  await page.keyboard.press('/')
  await expect(searchBox(page)).not.toBeFocused()
})

test('a search is saved as CSV without cells that a spreadsheet runs', async ({ page, seed }) => {
  const customer = await seed.createCustomer('=Carol Csv')
  await seed.sendRequest(customer, { description: '@SUM(1,"2")\nsecond line' })
  await signIn(page, STAFF)
  await page.goto('/dashboard/requests?search=Csv')
  await expect(page.getByRole('button', { name: /^View/ })).toHaveCount(1)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV of requests' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^requests-\d{4}-\d\d-\d\d\.csv$/)
  const file = await readFile(await download.path(), 'utf8')
  expect(file.startsWith('\uFEFFRequest,Full Name,Email,')).toBe(true)
  expect(file.split('\r\n')).toHaveLength(3)
  expect(file).toContain(",'=Carol Csv,")
  expect(file).toContain(`,"'@SUM(1,""2"")\nsecond line",`)
})

test('an export shows its progress, and can be stopped', async ({ page }) => {
  await signIn(page, STAFF)
  await page.goto('/dashboard/users')
  await expect(page.getByRole('table')).toBeVisible()
  const held = Promise.withResolvers<undefined>()
  await page.route('**/api/admin/exportUsers', async (route) => {
    await held.promise
    await route.abort()
  })
  await page.getByRole('button', { name: 'Export CSV of users' }).click()
  await expect(page.getByText('Exporting…')).toBeVisible()
  await page.getByRole('button', { name: 'Stop the export' }).click()
  held.resolve(undefined)
  await expect(page.getByRole('button', { name: 'Export CSV of users' })).toBeFocused()
  await expect(page.getByRole('alert')).toBeHidden()
})
