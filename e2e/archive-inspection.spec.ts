import { zipSync } from 'fflate'
import { expectAccessible } from './expect-accessible.ts'
import { expect, expectToast, STAFF, signIn, test } from './fixtures.ts'
import { openPart } from './request-part.ts'
import { archiveInput, detail, fillUpload, submit, upload } from './upload-screen.ts'

const photos = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`north/DJI_${index}.JPG`, new Uint8Array(2000).fill(7)]),
  )
const NORTH = Buffer.from(zipSync({ ...photos(1204), 'north/gcp_list.txt': new Uint8Array(90) }, { level: 0 }))
const CONTENTS = '1,204 photos, GCP file found, 2.30 MB unpacked'
const PASSWORD_WARNING = "This archive is password-protected, so we can't open it."
const DAMAGED = 'This archive is damaged or incomplete. Create it again.'

/** Sets the flag for a password on every entry. */
function withPassword(zip: Buffer): Buffer {
  const marked = Buffer.from(zip)
  for (const [signature, flagsAt] of [
    ['PK\x01\x02', 8],
    ['PK\x03\x04', 6],
  ] as const)
    for (let at = marked.indexOf(signature); at >= 0; at = marked.indexOf(signature, at + 4))
      marked.writeUInt16LE(marked.readUInt16LE(at + flagsAt) | 1, at + flagsAt)
  return marked
}
const zipFile = (buffer: Buffer, name = 'north.zip') => ({ name, mimeType: 'application/zip', buffer })

test('the contents of an archive are shown as soon as it is chosen, and again after the upload', async ({
  page,
  seed,
}) => {
  const customer = await seed.createCustomer('Ines Inside', { projects: ['Soybean_Yield_Trial'] })
  await signIn(page, customer)
  await page.goto('/my-dashboard')
  await fillUpload(page, 'Soybean Yield Trial')
  await archiveInput(page).setInputFiles(zipFile(NORTH))
  await expect(upload(page).getByText(CONTENTS)).toBeVisible()
  await expect(upload(page).getByText('Check this before you upload')).toBeHidden()
  await submit(page).click()
  await expectToast(page, 'File uploaded successfully!')
  await expect(upload(page)).toBeHidden()
  await page.getByRole('button', { name: /^View/ }).first().click()
  await expect(detail(page, 'Contents')).toHaveText(CONTENTS)
  await page.getByRole('link', { name: 'Open page' }).click()
  const flight = await openPart(page, 'Flight')
  await expect(flight.getByRole('definition').first()).toHaveText('1,204, 0 readable')
  await expect(flight.getByRole('list', { name: 'What was found' })).toContainText("1,204 photos can't be read.")
  const unreadable = flight.getByRole('listitem').filter({ hasText: "can't be read" })
  await unreadable.getByText('The first 200 photos').click()
  await expect(unreadable.getByText('north/DJI_0.JPG')).toBeVisible()
  await expectAccessible(page, 'a request with its flight')
})

test('a password causes a warning before the upload, which is possible all the same; staff see the warning', async ({
  browser,
  page,
  seed,
}) => {
  const customer = await seed.createCustomer('Petra Password', { projects: ['Soybean_Yield_Trial'] })
  await signIn(page, customer)
  await page.goto('/my-dashboard')
  await fillUpload(page, 'Soybean Yield Trial')
  await archiveInput(page).setInputFiles(zipFile(withPassword(NORTH)))
  const warning = upload(page).getByRole('status').filter({ hasText: 'Check this before you upload' })
  await expect(warning).toContainText(PASSWORD_WARNING)
  await expect(warning).toContainText('You can still upload it.')
  await warning.getByRole('button', { name: 'Choose another file' }).click()
  await expect(warning).toBeHidden()
  await archiveInput(page).setInputFiles(zipFile(withPassword(NORTH)))
  await expect(warning).toBeVisible()
  await submit(page).click()
  await expectToast(page, 'File uploaded successfully!')

  const staff = await browser.newPage()
  await signIn(staff, STAFF)
  await staff.goto(`/dashboard/requests?search=${encodeURIComponent(customer.email)}`)
  await staff.getByRole('row').filter({ hasText: customer.fullName }).getByRole('button', { name: /^View/ }).click()
  await expect(detail(staff, 'Contents')).toContainText('1 warning')
  await expect(detail(staff, 'Contents')).toContainText(PASSWORD_WARNING)
  await expect(detail(staff, 'Virus scan')).toHaveText('Not scanned')
  await staff.close()
})

test('a truncated archive is reported before the upload, and replaces the file that was chosen before', async ({
  page,
  seed,
}) => {
  await signIn(page, await seed.createCustomer('Dora Damaged', { projects: ['Soybean_Yield_Trial'] }))
  await page.goto('/my-dashboard')
  await fillUpload(page, 'Soybean Yield Trial')
  await archiveInput(page).setInputFiles(zipFile(NORTH.subarray(0, NORTH.length / 2)))
  await expect(upload(page).getByText(DAMAGED)).toBeVisible()
  await upload(page).getByRole('button', { name: 'Remove north.zip' }).click()
  await archiveInput(page).setInputFiles(zipFile(NORTH))
  await expect(upload(page).getByText(CONTENTS)).toBeVisible()
  await expect(upload(page).getByText(DAMAGED)).toBeHidden()
})

test('an infected file has its name and the reason, and no link', async ({ page, seed }) => {
  const customer = await seed.createCustomer('Vera Virus')
  const request = await seed.sendRequest(customer, { fileName: 'north.zip' })
  await page.route('**/api/crop-images/request?*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: { fileUrls: string[]; receipts: object[] } }
    answer.data.fileUrls = ['1700000000000-north.zip']
    answer.data.receipts = answer.data.receipts.map((receipt) => ({ ...receipt, virusScan: 'infected' }))
    await route.fulfill({ response, json: answer })
  })
  await signIn(page, customer)
  await page.goto(`/my-dashboard?request=${request.id}`)
  await expect(detail(page, 'Virus scan')).toContainText(
    "The virus scanner found a threat in this file, so it can't be",
  )
  await expect(page.getByRole('dialog')).toContainText('north.zip')
  await expect(page.getByRole('dialog').getByRole('link', { name: /Download/ })).toHaveCount(0)
  await expect(page.getByRole('dialog').getByRole('button', { name: /Download/ })).toHaveCount(0)
})
