import { readFile } from 'node:fs/promises'
import { expect, STAFF, signIn, test } from './fixtures.ts'

test('the log shows actor, action and subject, and a link from a person leads to it', async ({ page, seed }) => {
  const person = await seed.createPending('Astrid Acted')
  await seed.decide(person, { status: 'On Hold', message: 'Which station is it?' })
  await signIn(page, STAFF)
  await page.goto('/dashboard/users')
  await page.getByRole('link', { name: 'Activity log' }).click()
  await expect(page).toHaveTitle('Activity log - Skyfurrow')
  const latest = page.getByRole('listitem').filter({ hasText: 'Astrid Acted' }).first()
  await expect(latest).toContainText('Sam Furrow put Astrid Acted on hold')
  await expect(latest).toContainText(/Pending.*On Hold/)
  await expect(latest).toContainText('Which station is it?')

  await page.goto(`/dashboard/users?search=${encodeURIComponent(person.email)}`)
  await page.getByRole('button', { name: 'Review Astrid Acted' }).click()
  await page.getByRole('link', { name: 'Activity of Astrid Acted' }).click()
  await expect(page).toHaveURL(/subject=user:/)
  const entries = page.locator('main').getByRole('listitem')
  await expect(entries).toHaveText([/put Astrid Acted on hold/, /confirmed their email address/, /signed up/])

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^activity-\d{4}-\d\d-\d\d\.csv$/)
  const file = await readFile(await download.path(), 'utf8')
  expect(file.trim().split('\r\n')).toHaveLength(4)
  expect(file).toContain('Sam Furrow put Astrid Acted on hold')
})

test('customer and staff follow a request along its timeline', async ({ page, browser, seed }) => {
  const customer = await seed.createCustomer('Tilda Timeline')
  const request = await seed.sendRequest(customer)
  await seed.changeStatus(request, 'UNDER_REVIEW', 'We look at overlap now.')
  await signIn(page, customer)
  await page.goto('/my-dashboard')
  await page.getByRole('button', { name: /^View/ }).click()
  const stations = page
    .getByRole('dialog')
    .getByRole('list')
    .filter({ hasText: /^Received/ })
    .getByRole('listitem')
  await expect(stations).toHaveText([
    /^Received/,
    /^Under Review.*We look at overlap now\.$/,
    'Processed, still to come',
  ])

  const context = await browser.newContext()
  const staff = await context.newPage()
  await signIn(staff, STAFF)
  await staff.goto(`/dashboard/requests?request=${request.id}`)
  const dialog = staff.getByRole('dialog', { name: 'Requested User Details' })
  await dialog.getByLabel('File Status').selectOption('Rejected')
  await dialog.getByLabel('Message to the customer').fill('Out of focus.')
  await dialog.getByRole('button', { name: 'Update Status' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Rejected' })).toContainText('Out of focus.')
  await dialog.getByRole('link', { name: /Activity/ }).click()
  await expect(staff.getByText('Sam Furrow set Soybean Yield Trial of Tilda Timeline to Rejected')).toBeVisible()
  await context.close()
})
