import { closeSync, ftruncateSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, expectToast, readEmail, STAFF, signIn, test } from './fixtures.ts'
import { type Customer, type Seed } from './seed.ts'

const DATE_TIME = /\d{1,2} [A-Z][a-z]{2} \d{4} \| \d{1,2}:\d{2}/
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const detail = (page: Page, name: string) =>
  page.getByRole('dialog').locator('dt').filter({ hasText: name }).locator('xpath=following-sibling::dd')
const file = (name: string) => ({ name, mimeType: 'image/tiff', buffer: Buffer.from(`Values of ${name}`) })

async function openRequest(page: Page, seed: Seed, customer: Customer) {
  const request = await seed.sendRequest(customer, { fileName: 'north_field.zip' })
  await signIn(page, STAFF)
  await page.goto(`/dashboard/requests?request=${request.id}`)
  await expect(dialog(page, 'Requested User Details')).toBeVisible()
  return request
}

async function openReportUpload(page: Page, seed: Seed, customer: Customer) {
  const request = await openRequest(page, seed, customer)
  await page.getByRole('button', { name: 'Upload Report' }).click()
  await expect(dialog(page, 'Upload Report')).toBeVisible()
  for (const output of await dialog(page, 'Upload Report').getByRole('checkbox').all()) await output.check()
  return request
}

const sendReport = (page: Page) =>
  dialog(page, 'Upload Report').getByRole('button', { name: 'Upload', exact: true }).click()

/** These parts, by the order of sending, do not arrive. */
async function loseParts(page: Page, lost: readonly number[]): Promise<void> {
  let sent = 0
  await page.route('**/storage/**', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    sent += 1
    return lost.includes(sent) ? route.fulfill({ status: 400 }) : route.continue()
  })
}

test('a report is uploaded file by file, and its dialog closes', async ({ page, seed }) => {
  const request = await openReportUpload(page, seed, await seed.createCustomer('Ute Upload'))
  const upload = dialog(page, 'Upload Report')
  await expect(upload.getByText('Soybean Yield Trial')).toBeVisible()
  await expect(upload.getByRole('textbox')).toHaveCount(1)
  await upload.getByRole('textbox', { name: 'Remarks' }).fill('Two tables')
  await sendReport(page)
  await expect(upload.getByText('At least one file is required', { exact: true })).toBeVisible()
  const input = upload.getByLabel('Report files')
  expect(await input.evaluate((element: HTMLInputElement) => [element.multiple, element.accept])).toEqual([true, ''])
  await input.setInputFiles([file('höhe 1.tif'), file('cover.tif')])
  await expect(upload.getByText('0 of 2 files')).toBeVisible()

  const arrived = Promise.withResolvers<void>()
  await page.route('**/storage/**', async (route) => {
    await arrived.promise
    await route.continue()
  })
  const starting = page.waitForRequest('**/api/admin-crop/generate-presigned-url/new')
  await sendReport(page)
  expect((await starting).postDataJSON()).toMatchObject({
    fileName: 'h%C3%B6he%201.tif',
    id: request.id,
    projectType: 'Soybean_Yield_Trial',
    description: 'Two tables',
  })
  await expect(upload.getByRole('button', { name: 'Uploading...' })).toBeDisabled()
  await expect(upload.getByRole('progressbar')).toHaveCount(1)
  await expect(upload.getByText(/^\d+%$/)).toBeVisible()
  arrived.resolve()
  await expectToast(page, 'Files uploaded successfully!')
  await expect(upload).toBeHidden()
  await page.getByRole('button', { name: 'View Report' }).click()
  const report = dialog(page, 'Admin Reports')
  await expect(report.getByText('Sam Furrow')).toBeVisible()
  await expect(report.getByText(STAFF.email)).toBeVisible()
  await expect(detail(page, 'Updated Time').last()).toHaveText(DATE_TIME)
  await expect(report.getByRole('heading', { name: 'Final Processed File' })).toBeVisible()
  await expect(report.getByRole('link', { name: 'Download höhe 1.tif' })).toBeVisible()
})

test('a message typed for the customer survives the arrival of a report', async ({ page, seed }) => {
  const customer = await seed.createCustomer('Mara Message')
  const request = await seed.sendRequest(customer)
  await signIn(page, STAFF)
  await page.goto(`/dashboard/requests/${request.id}`)
  await page.getByRole('button', { name: 'Add a message' }).click()
  await page.getByLabel('Message to the customer').fill('Plot 7 is missing.')
  await page.getByRole('button', { name: 'Upload Report' }).click()
  const upload = dialog(page, 'Upload Report')
  await expect(upload).toBeVisible()
  for (const output of await upload.getByRole('checkbox').all()) await output.check()
  await upload.getByLabel('Report files').setInputFiles(file('cover.tif'))
  await sendReport(page)
  await expect(page.getByRole('main').getByText('Processed', { exact: true }).first()).toBeVisible()
  await expect(page.getByLabel('Message to the customer')).toHaveValue('Plot 7 is missing.')
})

test('a report is a draft until it is published; what was ordered and not ticked is asked about before', async ({
  page,
  seed,
}) => {
  const customer = await seed.createCustomer('Dagmar Draft')
  await openReportUpload(page, seed, customer)
  const upload = dialog(page, 'Upload Report')
  await expect(upload).toContainText('Dagmar Draft')
  await expect(upload).toContainText(customer.email)
  await expect(upload.getByRole('checkbox')).toHaveCount(2)
  const saveDraft = upload.getByRole('button', { name: 'Save draft' })
  await saveDraft.click()
  await expect(upload.getByText('At least one file is required', { exact: true })).toBeVisible()
  await upload.getByLabel('Report files').setInputFiles([file('a.tif')])
  await saveDraft.click()
  await expectToast(page, 'Draft saved')
  await expect(page.getByLabel('File Status')).toHaveValue('PENDING')
  await page.getByRole('button', { name: 'View Report' }).click()
  await expect(dialog(page, 'Admin Reports')).toContainText("The customer can't see this report")
  await dialog(page, 'Admin Reports').getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Upload Report' }).click()
  await upload.getByLabel('Orthomosaic').check()
  await upload.getByLabel('Report files').setInputFiles([file('b.tif')])
  const send = upload.getByRole('button', { name: 'Upload', exact: true })
  await expect(send).toHaveText('Upload')
  await expect(send).toHaveAccessibleDescription('Upload publishes the report and notifies the customer.')
  await sendReport(page)
  const question = dialog(page, 'Publish anyway?')
  await expect(question).toContainText('These requested outputs are not ticked: heat maps.')
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(page.getByLabel('File Status')).toHaveValue('PENDING')
  await sendReport(page)
  await question.getByRole('button', { name: 'Publish and notify' }).click()
  await expectToast(page, 'Files uploaded successfully!')
  await expect(page.getByLabel('File Status')).toHaveValue('PROCESSED')
  const email = await readEmail(page, { to: customer.email, subject: 'Your Skyfurrow report is ready' })
  expect(email).toContain('a.tif')
  expect(email).toContain('b.tif')

  await page.getByRole('button', { name: 'Upload Report' }).click()
  await upload.getByLabel('Report files').setInputFiles([file('c.tif')])
  await saveDraft.click()
  await expect(upload).toBeHidden()
  await page.getByRole('button', { name: 'View Report' }).click()
  const report = dialog(page, 'Admin Reports')
  await expect(report).toContainText("The customer can't see the drafts")
  await report.getByRole('button', { name: 'Publish' }).click()
  await expectToast(page, 'Report published')
  await expect(report).not.toContainText("The customer can't see the drafts")
})

test('a report whose completion is answered with nothing says that the file failed', async ({ page, seed }) => {
  await openReportUpload(page, seed, await seed.createCustomer('Nadja Nothing'))
  await dialog(page, 'Upload Report')
    .getByLabel('Report files')
    .setInputFiles([file('a.tif')])
  await page.route('**/admin-crop/complete?*', (route) => route.fulfill({ status: 400, body: '' }))
  await sendReport(page)
  await expectToast(page, 'Failed to upload file')
})

test('a report with failed files shows how many were uploaded', async ({ page, seed }) => {
  await openReportUpload(page, seed, await seed.createCustomer('Lotte Lost'))
  const upload = dialog(page, 'Upload Report')
  await upload.getByLabel('Report files').setInputFiles([file('a.tif'), file('b.tif'), file('c.tif')])
  await loseParts(page, [1, 2, 3, 5])
  await sendReport(page)
  await expectToast(page, 'Failed to upload files')
  await expect(upload.getByText('Error uploading b.tif: Failed to upload part 1')).toBeVisible()
  await sendReport(page)
  await expectToast(page, '2 of 3 file uploaded.')
  await expect(upload.getByText('2 of 3 files')).toBeVisible()
  await upload.getByRole('button', { name: 'Retry' }).click()
  await expectToast(page, 'Files uploaded successfully!')
})

test('a file over 10 GB is not added to a report, and named', async ({ page, seed }, testInfo) => {
  await openReportUpload(page, seed, await seed.createCustomer('Greta Giga'))
  const paths = [testInfo.outputPath('files', 'just_fits.tif'), testInfo.outputPath('files', 'too_large.tif')]
  for (const [beyond, path] of paths.entries()) {
    mkdirSync(dirname(path), { recursive: true })
    const sparse = openSync(path, 'w')
    ftruncateSync(sparse, 10 * 1024 ** 3 + beyond)
    closeSync(sparse)
  }
  await dialog(page, 'Upload Report').getByLabel('Report files').setInputFiles(paths)
  await expectToast(page, 'too_large.tif exceeds the maximum file size of 10GB')
  await expect(page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Remove just_fits.tif' })).toBeVisible()
})

test('several files are dropped on a report at once', async ({ page, seed }) => {
  await openReportUpload(page, seed, await seed.createCustomer('Dora Drop'))
  const dataTransfer = await page.evaluateHandle(() => {
    const carried = new DataTransfer()
    for (const name of ['a.tif', 'b.tif']) carried.items.add(new File(['values'], name))
    return carried
  })
  const upload = dialog(page, 'Upload Report')
  await upload.getByText('Drop files here, or click to browse').dispatchEvent('drop', { dataTransfer })
  await expect(upload.getByText('0 of 2 files')).toBeVisible()
  await expect(upload.getByRole('button', { name: 'Cancel' })).toBeVisible()
})
