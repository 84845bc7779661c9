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
    'Timeline',
    'Delete',
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
  // What is ready comes first.
  await expect(page.getByRole('tabpanel', { name: 'Report' })).toContainText('heights.csv')
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
