import type { Page } from '@playwright/test'
import { expect, STAFF, signIn, test } from './fixtures.ts'

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
const detail = (page: Page) => page.getByRole('dialog', { name: 'Uploaded Project Detail' })

test("'Sort by' shows the customer's requests of one status", async ({ page, seed }) => {
  const customer = await seed.createCustomer('Fred Filter')
  await seed.changeStatus(await seed.sendRequest(customer, { fileName: 'refused.zip' }), 'REJECTED')
  await seed.publishReport(await seed.sendRequest(customer, { fileName: 'done.zip' }), ['values.csv'])
  await seed.sendRequest(customer, { fileName: 'a_name_that_is_rather_long.zip' })
  await signIn(page, customer)
  await page.goto('/my-dashboard')
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).first()).toContainText('a_name_that_is_rathe…')

  const filter = page.getByLabel('Sort by')
  for (const [status, file] of Object.entries({ Rejected: 'refused.zip', Processed: 'done.zip' })) {
    await filter.selectOption(status)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(file)
    await expect(rows(page)).toContainText(status)
  }
  await page.reload()
  await expect(rows(page)).toContainText('done.zip')
  await filter.selectOption('Under Review')
  await expect(page.getByText('No Projects')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(rows(page)).toHaveCount(3)
})

test('more than fifty requests are shown fifty at a time; a link opens any of them', async ({ page, seed }) => {
  const customer = await seed.createCustomer('Mara Many')
  const first = await seed.sendRequest(customer, { fileName: 'first.zip' })
  await seed.changeStatus(first, 'REJECTED')
  for (let number = 2; number <= 51; number += 1) await seed.sendRequest(customer, { fileName: `${number}.zip` })
  await signIn(page, customer)
  await page.goto('/my-dashboard')
  await expect(rows(page)).toHaveCount(50)
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(rows(page)).toHaveCount(51)
  await expect(page.getByRole('button', { name: 'Load More' })).toBeHidden()
  await page.goto(`/my-dashboard?request=${first.id}`)
  await expect(detail(page)).toContainText('first.zip')
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(50)
  await page.getByLabel('Sort by').selectOption('Rejected')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('first.zip')
})

test('a link to an unknown request shows that, and one that fails can be retried', async ({ page, seed }) => {
  const customer = await seed.createCustomer('Lina Link')
  const request = await seed.sendRequest(await seed.createCustomer('Otto Owner'))
  await signIn(page, customer)
  await page.goto(`/my-dashboard?request=${request.id}`)
  await expect(page.getByRole('dialog', { name: 'Request not found' })).toContainText('It may belong to someone else')

  const own = await seed.sendRequest(customer)
  await page.route('**/api/crop-images/**', (route) =>
    route.fulfill({ status: 500, json: { statusCode: 500, message: 'The disk is away' } }),
  )
  await page.goto(`/my-dashboard?request=${own.id}`)
  const failed = page.getByRole('dialog', { name: 'Request not loaded' })
  await expect(failed).toContainText('The disk is away')
  await page.unrouteAll()
  await failed.getByRole('button', { name: 'Try Again' }).click()
  await expect(detail(page)).toContainText('flight.zip')
})

test('the details show what was sent and what staff wrote', async ({ page, seed }) => {
  const customer = await seed.createCustomer('Dora Detail')
  const request = await seed.sendRequest(customer, { fileName: 'Überflug 100%.zip' })
  await signIn(page, customer)
  await page.goto('/my-dashboard')
  await rows(page).getByRole('button', { name: /^View/ }).click()
  await expect(detail(page)).toContainText('Soybean Yield Trial')
  await expect(detail(page)).toContainText(/\d{1,2} [A-Z][a-z]{2} \d{4} \| \d{1,2}:\d{2}/)
  await expect(detail(page)).toContainText('No message provided')
  await expect(detail(page).getByRole('button', { name: 'View Reports' })).toBeHidden()
  const downloading = page.waitForEvent('download')
  await detail(page).getByRole('link', { name: 'Download Überflug 100%.zip' }).click()
  expect((await downloading).suggestedFilename()).toBe('Überflug 100%.zip')

  await seed.changeStatus(request, 'REJECTED', 'The photos are blurred.\nPlease fly again.')
  await page.reload()
  await expect(detail(page)).toContainText('Rejected')
  await expect(detail(page)).toContainText('The photos are blurred.')
  await page.keyboard.press('Escape')
  await expect(detail(page)).toBeHidden()
})

test('a report that cannot be shown gives the reason', async ({ page, seed }) => {
  const customer = await seed.createCustomer('Rudi Report')
  await seed.publishReport(await seed.sendRequest(customer), ['values.csv'])
  await signIn(page, customer)
  await page.goto('/my-dashboard')
  await rows(page).getByRole('button', { name: /^View/ }).click()
  await detail(page).getByRole('button', { name: 'View Reports' }).click()
  const reports = page.getByRole('dialog', { name: 'Processed Reports' })
  await expect(reports.getByRole('link', { name: 'Download values.csv' })).toBeVisible()
  await expect(reports).toContainText('No remarks provided.')
  await expect(reports.getByRole('link', { name: STAFF.email })).toHaveAttribute('href', `mailto:${STAFF.email}`)

  const answer = (statusCode: number, body: object) =>
    page.route('**/getReportById*', (route) =>
      route.fulfill({ status: statusCode, json: { statusCode, message: '', ...body } }),
    )
  await answer(500, {})
  await page.reload()
  await expect(detail(page)).toContainText('Oops! Something went wrong')
  await page.unroute('**/getReportById*')
  await detail(page).getByRole('button', { name: 'Retry' }).click()
  await expect(detail(page).getByRole('button', { name: 'View Reports' })).toBeVisible()
  await answer(200, { data: null })
  await page.reload()
  await expect(detail(page)).toContainText('No report data available')
})
