import type { Page } from '@playwright/test'
import { zipSync } from 'fflate'
import { expect, expectToast, readEmail, STAFF, signIn, test } from './fixtures.ts'
import { archiveInput, submit, upload } from './upload-screen.ts'

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
const detail = (page: Page) => page.getByRole('dialog', { name: 'Uploaded Project Detail' })

test('a request shows photos, size and outputs, and a new report stands out until its customer opens it', async ({
  page,
  seed,
}) => {
  const customer = await seed.createCustomer('Nina New')
  const photo = new Uint8Array(1000).fill(7)
  const photos = zipSync({ 'DJI_1.JPG': photo, 'DJI_2.JPG': photo, 'DJI_3.JPG': photo }, { level: 0 })
  const request = await seed.sendRequest(customer, { content: Buffer.from(photos) })
  await signIn(page, customer)
  await expect(async () => {
    await page.goto('/my-dashboard')
    await expect(rows(page)).toContainText('3 photos · 3.23 KB · Orthomosaic, heat maps', { timeout: 1000 })
  }).toPass()
  const mark = rows(page).getByText('New report')
  await expect(mark).toBeHidden()

  await seed.publishReport(request, ['values.csv'], 'Two dates, 2.7 cm per pixel')
  await page.reload()
  await expect(mark).toBeVisible()
  const open = async () => {
    await rows(page).getByRole('button', { name: /^View/ }).click()
    await expect(detail(page).getByRole('button', { name: 'View Reports' })).toBeVisible()
  }
  const closeAll = async () => {
    while ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape')
  }
  await open()
  await closeAll()
  await page.reload()
  await expect(mark).toBeVisible()
  await open()
  await detail(page).getByRole('button', { name: 'View Reports' }).click()
  await expect(page.getByRole('dialog', { name: 'Processed Reports' })).toContainText('Two dates, 2.7 cm per pixel')
  await closeAll()
  await expect(mark).toBeHidden()

  await seed.publishReport(request, ['map.tif'])
  await page.reload()
  await expect(mark).toBeVisible()
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
  await expect(rows(page).nth(50).getByRole('button')).toBeFocused()
  await page.goto(`/my-dashboard?request=${first.id}`)
  await expect(detail(page)).toContainText('first.zip')
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(50)
  await page.getByLabel('Sort by').selectOption('Rejected')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('first.zip')
})

test('the details show what was sent and what staff wrote', async ({ page, seed }) => {
  const customer = await seed.createCustomer('Dora Detail')
  const request = await seed.sendRequest(customer, { fileName: 'Überflug 100%.zip' })
  await signIn(page, customer)
  await page.goto('/my-dashboard')
  await rows(page).getByRole('button', { name: /^View/ }).click()
  await expect(detail(page)).toContainText('Soybean Yield Trial')
  await expect(detail(page)).toContainText(/\d{1,2} [A-Z][a-z]{2} \d{4} \| \d{1,2}:\d{2}/)
  await expect(detail(page).locator('time').first()).toHaveAttribute('title', /\| \d{1,2}:\d{2} \S+/)
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
  await page.evaluate(() => document.documentElement.setAttribute('data-not-reloaded', ''))
  await detail(page).getByRole('button', { name: 'Retry' }).click()
  await expect(detail(page).getByRole('button', { name: 'View Reports' })).toBeVisible()
  await expect(page.locator('html[data-not-reloaded]')).toHaveCount(0)
  await answer(200, { data: null })
  await page.reload()
  await expect(detail(page)).toContainText('No report data available')
})

test('a request has a page: opened from its dialog and from the email, and left the way it was reached', async ({
  page,
  seed,
}) => {
  const customer = await seed.createCustomer('Paula Page')
  const request = await seed.sendRequest(customer, { fileName: 'north.zip', description: 'Blocks A to D, 12 June.' })
  await signIn(page, customer)
  const email = await readEmail(page, { to: customer.email, subject: 'We received your images' })
  expect(email).toContain(`/my-dashboard/requests/${request.id}`)

  await page.goto('/my-dashboard')
  await rows(page).getByRole('button', { name: /^View/ }).click()
  await expect(detail(page)).toContainText('Blocks A to D, 12 June.')
  await expect(detail(page)).toContainText('heat maps of pixel/plot/grid level plant features')
  await detail(page).getByRole('link', { name: 'Open page' }).click()
  await expect(page).toHaveURL(`/my-dashboard/requests/${request.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Soybean Yield Trial' })).toBeFocused()
  await expect(page).toHaveTitle('Soybean Yield Trial - Skyfurrow')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'What happens next',
    'Request',
    'Flight',
    'Timeline',
  ])
  const content = page.getByRole('region', { name: 'Request' })
  await expect(content).toContainText('Blocks A to D, 12 June.')
  await expect(content).toContainText('Orthomosaic (stitched image)')
  await expect(content.getByRole('link', { name: 'Download north.zip' })).toBeVisible()
  // What people ask first stands above what only computers compare.
  const names = await content.locator('dt').allInnerTexts()
  expect(names.indexOf('Contents')).toBeLessThan(names.indexOf('SHA-256'))

  await seed.changeStatus(request, 'REJECTED', 'The photos are blurred.')
  await page.reload()
  await expect(page.getByRole('main')).toContainText("We can't process this request as it is.")
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('The photos are blurred.')
  await page.goBack()
  await expect(detail(page)).toBeVisible()

  await seed.publishReport(request, ['heights.csv'])
  await page.goto(`/my-dashboard/requests/${request.id}`)
  await page.getByRole('link', { name: 'Go to the report' }).click()
  const report = page.getByRole('region', { name: 'Report' })
  await expect(report).toContainText('heights.csv')
  await expect(report.getByRole('heading', { name: 'Report' })).toBeInViewport()
})

test('the page of an unknown request, or of another customer, says so; one that fails can be retried', async ({
  page,
  seed,
}) => {
  const customer = await seed.createCustomer('Uma Unknown')
  const another = await seed.sendRequest(await seed.createCustomer('Omar Owner'))
  await signIn(page, customer)
  for (const id of [another.id, 'nothing']) {
    await page.goto(`/my-dashboard/requests/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Request not found' })).toBeVisible()
  }
  await expect(page.getByRole('main')).toContainText('Check the link, or look for the request on your dashboard.')
  await page.goto(`/dashboard/requests/${another.id}`)
  await expect(page).toHaveURL('/my-dashboard')

  const own = await seed.sendRequest(customer)
  await page.route('**/api/crop-images/request?*', (route) =>
    route.fulfill({ status: 500, json: { statusCode: 500, message: 'The disk is away' } }),
  )
  await page.goto(`/my-dashboard/requests/${own.id}`)
  await expect(page.getByRole('alert')).toContainText('The disk is away')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Soybean Yield Trial' })).toBeVisible()
})

test('a rejected request is answered with a new archive, also after an interruption; staff see both', async ({
  page,
  browser,
  seed,
}) => {
  const customer = await seed.createCustomer('Anja Answer')
  const request = await seed.sendRequest(customer, { fileName: 'first.zip', description: 'Flown in June.' })
  await seed.changeStatus(request, 'REJECTED', 'The photos are blurred.')
  await signIn(page, customer)
  await page.goto(`/my-dashboard/requests/${request.id}`)
  await expect(page.getByRole('main')).toContainText('The photos are blurred.')
  await page.getByRole('button', { name: 'Send a new archive' }).click()
  const answer = page.getByRole('dialog', { name: 'Send a new archive' })
  await expect(answer.getByLabel('Project Name')).toHaveValue('Soybean_Yield_Trial')
  await expect(answer.getByLabel('Project Name')).toBeDisabled()
  await expect(answer.getByLabel('Description')).toHaveValue('Flown in June.')
  await answer.getByLabel('Description').fill('Flown again in July.')
  const second = { name: 'second.zip', mimeType: 'application/zip', buffer: Buffer.from('sharp photos') }
  await answer.getByLabel('Image archive').setInputFiles(second)
  await page.route('**/storage/**', (route) => route.fulfill({ status: 400 }))
  await answer.getByRole('button', { name: 'Upload File' }).click()
  await expect(answer.getByText('Upload failed', { exact: true })).toBeVisible()
  await page.unroute('**/storage/**')
  await page.reload()
  await expect(page.getByRole('region', { name: 'Request' })).toContainText('Flown in June.')

  await page.getByRole('button', { name: 'Continue the upload' }).click()
  await expect(upload(page).getByLabel('Description')).toHaveValue('Flown again in July.')
  await archiveInput(page).setInputFiles(second)
  await submit(page).click()
  await expectToast(page, 'File uploaded successfully!')
  await expect(upload(page)).toBeHidden()
  const staff = await browser.newPage()
  await signIn(staff, STAFF)
  await staff.goto(`/dashboard/requests/${request.id}`)
  for (const screen of [page, staff]) {
    const content = screen.getByRole('region', { name: 'Request' })
    await expect(content).toContainText('Flown again in July.')
    await expect(content.getByRole('heading', { level: 3 })).toHaveText([
      'Requested outputs',
      'Description',
      'Archive',
      'Earlier archives',
    ])
    await expect(content.getByRole('link', { name: /^Download/ })).toHaveText(['Download', 'Download'])
    await expect(content.getByRole('link', { name: 'Download second.zip' })).toBeVisible()
    await expect(content.getByRole('link', { name: 'Download first.zip' })).toBeVisible()
    await expect(screen.getByRole('region', { name: 'Timeline' })).toContainText('New archive received')
  }
  await expect(staff.getByLabel('File Status')).toHaveValue('PENDING')
  await expect(page.getByRole('button', { name: 'Send a new archive' })).toBeHidden()
  await staff.close()
})
