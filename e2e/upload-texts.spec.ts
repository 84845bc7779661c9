import type { Page } from '@playwright/test'
import { expect, expectToast, type Seed, signIn, test } from './fixtures.ts'
import { archiveInput, openUpload, submit, upload } from './upload-screen.ts'

const NAME = 'Feld 7 (Süd).zip'
const ENCODED = 'Feld%207%20(S%C3%BCd).zip'
const CATEGORIES = [
  'Orthomosaic (stitched image)',
  'Digital Elevation Models',
  'plot/grid level plant features (canopy height, canopy cover, vegetation indices)',
  'heat maps of pixel/plot/grid level plant features',
  '3D Model',
]
/** The part size of the server in these tests. */
const PART_BYTES = 8 * 1024 * 1024

const send = (page: Page) => submit(page).click()

async function enterAndOpen(page: Page, seed: Seed, fullName: string): Promise<void> {
  await signIn(page, await seed.createCustomer(fullName, { projects: ['Soybean_Yield_Trial', 'Oat_Rows'] }))
  await page.goto('/my-dashboard')
  await expect(page.getByText('No Projects')).toBeVisible()
  await openUpload(page)
}

async function fillUpload(page: Page, buffer = Buffer.from('photos')): Promise<void> {
  await upload(page).getByLabel('Project Name').selectOption('Oat Rows')
  await upload(page).getByLabel('Description').fill('Cloudless')
  await upload(page).getByLabel('3D Model').check()
  await archiveInput(page).setInputFiles({ name: NAME, mimeType: 'application/zip', buffer })
}

test('the upload form has its four steps, its outputs, and accepts one file of any type', async ({ page, seed }) => {
  await enterAndOpen(page, seed, 'Frieda Form')
  const steps = upload(page).getByRole('list', { name: 'How to prepare the upload' }).getByRole('listitem')
  await expect(steps).toContainText([/raw images in one folder/, /Excel or CSV .*GCP/, /Compress the folder/, /Upload/])
  const outputs = upload(page).getByRole('group', { name: 'What would you like to generate from the images?' })
  await expect(outputs.getByRole('checkbox')).toHaveCount(CATEGORIES.length)
  for (const name of CATEGORIES) await expect(outputs.getByLabel(name, { exact: true })).toBeVisible()
  await expect(upload(page).getByRole('textbox', { name: 'Description' })).toBeVisible()
  expect(await archiveInput(page).evaluate((element: HTMLInputElement) => [element.multiple, element.accept])).toEqual([
    false,
    '',
  ])
  await expect(upload(page).getByRole('button', { name: 'Cancel' })).toBeVisible()
})

test('an archive is announced, sent part by part in order, and completed', async ({ page, seed }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'PUT' || /generate-presigned|complete/.test(pathname)) calls.push(request.method())
  })
  await enterAndOpen(page, seed, 'Pia Parts')
  await fillUpload(page, Buffer.alloc(2 * PART_BYTES + 1, 7))
  const starting = page.waitForRequest('**/api/crop-images/generate-presigned-url/new')
  const putting = page.waitForRequest((request) => request.method() === 'PUT')
  const completing = page.waitForRequest('**/api/crop-images/complete?*')
  await send(page)
  expect((await starting).postDataJSON()).toMatchObject({
    fileName: ENCODED,
    id: '',
    projectType: 'Oat_Rows',
    description: 'Cloudless',
    totalChunks: 1,
    reportCategories: ['3dModel'],
  })
  expect((await starting).headers().authorization).toMatch(/^Bearer \S+/)
  expect((await putting).headers()['content-type']).toBe('application/zip')
  const parts = (await completing).postDataJSON() as { partNumber: number; etag: string }[]
  expect(parts.map(({ partNumber }) => partNumber)).toEqual([1, 2, 3])
  for (const { etag } of parts) expect(etag).toMatch(/^[^"]+$/)
  await expectToast(page, 'File uploaded successfully!')
  expect(calls).toEqual(['POST', 'PUT', 'PUT', 'PUT', 'POST'])
})

test('a second after the upload, the form is closed and empty and the request in the list', async ({ page, seed }) => {
  await page.clock.install()
  await enterAndOpen(page, seed, 'Sonja Second')
  await fillUpload(page)
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await send(page)
  await expect(page.getByText('File uploaded successfully!')).toBeVisible()
  await expect(upload(page).getByText('100%')).toBeVisible()
  await page.clock.runFor(999)
  await expect(upload(page)).toBeVisible()
  await page.clock.runFor(1)
  await expect(upload(page)).toBeHidden()
  await page.clock.resume()
  await expect(page.getByRole('row').filter({ hasText: 'Oat Rows' })).toContainText('Pending')
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
  await expect(upload(page).getByLabel('Project Name')).toHaveValue('')
  await expect(upload(page).getByLabel('Description')).toHaveValue('')
  await expect(upload(page).getByRole('checkbox', { checked: true })).toHaveCount(0)
  await expect(upload(page).getByRole('button', { name: `Remove ${NAME}` })).toBeHidden()
})

test('a retry that fails again says so', async ({ page, seed }) => {
  await enterAndOpen(page, seed, 'Rasmus Retry')
  await fillUpload(page)
  await page.route('**/storage/**', (route) => route.fulfill({ status: 400 }))
  await send(page)
  await expectToast(page, 'File could not be uploaded!')
  await upload(page).getByRole('button', { name: 'Retry' }).click()
  await expectToast(page, `Failed to upload ${NAME}`)
  await upload(page).getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(upload(page).getByText('Upload failed')).toBeHidden()
})

const SAY_NOTHING = {
  'the page of a proxy': { status: 403, contentType: 'text/html', body: '<h1>Forbidden</h1>' },
  'an empty message': { status: 400, json: { statusCode: 400, message: '' } },
  'an empty body': { status: 400, body: '' },
}
for (const [what, answer] of Object.entries(SAY_NOTHING))
  test(`calls that are answered with ${what} show the texts for that, and a retry its own`, async ({ page, seed }) => {
    const refuse = (call: string) => page.route(call, (route) => route.fulfill(answer))
    const reason = (text: string) => expect(upload(page).getByText(`Error uploading ${NAME}: ${text}`)).toBeVisible()
    const retry = () => upload(page).getByRole('button', { name: 'Retry' }).click()
    await enterAndOpen(page, seed, 'Norma Nothing')
    const isLarge = what === 'an empty message'
    await fillUpload(page, Buffer.alloc(isLarge ? PART_BYTES + 1 : 1, 7))
    await refuse('**/generate-presigned-url/new')
    await send(page)
    await reason('Failed to get presigned URL')
    await page.unroute('**/generate-presigned-url/new')
    if (what !== 'an empty body') {
      await refuse('**/crop-images/complete?*')
      await retry()
      await reason(isLarge ? 'Failed to complete multipart upload' : 'Failed to complete upload')
      await page.unroute('**/crop-images/complete?*')
    }
    await retry()
    await expectToast(page, `File ${NAME} uploaded successfully!`)
  })

test('an upload without an access token is rejected', async ({ page, seed }) => {
  await enterAndOpen(page, seed, 'Toni Token')
  await fillUpload(page)
  await page.evaluate(() => sessionStorage.removeItem('accessToken'))
  await send(page)
  await expect(upload(page).getByText(`Error uploading ${NAME}: No access token found`)).toBeVisible()
})

test('a folder cannot be dropped, and an unexpected error is reported', async ({ page, seed }) => {
  await enterAndOpen(page, seed, 'Fritz Folder')
  const area = upload(page).getByText('Drop a file here, or click to browse')
  // A script cannot create a folder to drop, so this file claims to be one.
  const dataTransfer = await page.evaluateHandle(() => {
    DataTransferItem.prototype.webkitGetAsEntry = () => ({ isDirectory: true }) as FileSystemEntry
    const carried = new DataTransfer()
    carried.items.add(new File(['x'], 'images'))
    return carried
  })
  await area.dispatchEvent('drop', { dataTransfer })
  await expectToast(page, 'Failed to process files. Please try again.')
  await expect(upload(page).getByText("A folder can't be uploaded. Compress it into one archive first.")).toBeVisible()

  await fillUpload(page)
  await page.evaluate(() => {
    Object.defineProperty(window, 'AbortController', {
      get: () => {
        throw new TypeError('Out of order')
      },
    })
  })
  await send(page)
  await expectToast(page, 'Error while submitting files!')
})

type Row = { fileUrls: string[] }

test('a file without a link is not downloaded, and says so', async ({ page, seed }) => {
  const customer = await seed.createCustomer('Linus Link')
  await seed.sendRequest(customer)
  await page.route(/\/api\/crop-images\/(get|request)(\?|$)/, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: Row | Row[] }
    for (const row of [answer.data].flat()) row.fileUrls = ['']
    await route.fulfill({ response, json: answer })
  })
  await signIn(page, customer)
  await page.goto('/my-dashboard')
  await page.getByRole('row').last().getByRole('button', { name: /^View/ }).click()
  await page.getByRole('button', { name: 'Download file_1' }).click()
  await expectToast(page, 'Invalid image URL. Please try again.')
})
