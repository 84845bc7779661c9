import { zipSync } from 'fflate'
import sharp from 'sharp'
import { expectAccessible } from './expect-accessible.ts'
import { expect, expectToast, STAFF, signIn, test } from './fixtures.ts'
import { openPart } from './request-part.ts'
import { archiveInput, fillUpload, submit, upload } from './upload-screen.ts'

/** A photo of a line that is flown north, 7.5 m from one to the next; its lens shows 60 x 45 m from a height of 40 m. */
async function photoAt(place: number): Promise<Buffer> {
  const minutes = 60 * ((7.5 * place) / 110_574)
  return sharp({ create: { width: 400, height: 300, channels: 3, background: { r: 90, g: 130, b: 60 } } })
    .jpeg()
    .withExif({
      IFD0: { Make: 'DJI', Model: 'FC6310S' },
      IFD2: { DateTimeOriginal: `2026:06:23 10:00:0${place}`, FocalLength: '88/10' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: `51/1 ${Math.round(minutes * 1e6)}/1000000 0/1`,
        GPSLongitudeRef: 'E',
        GPSLongitude: '10/1 30/1 0/1',
      },
    })
    .toBuffer()
}

async function flight(extra: Record<string, Uint8Array> = {}) {
  const photos = await Promise.all(Array.from({ length: 6 }, (_, place) => photoAt(place)))
  const files = Object.fromEntries(photos.map((photo, place) => [`north/DJI_000${place}.JPG`, new Uint8Array(photo)]))
  return {
    name: 'north.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(zipSync({ ...files, ...extra }, { level: 0 })),
  }
}

test('a flight is checked before it is sent; the height that is entered is kept, and staff acknowledge a finding', async ({
  browser,
  page,
  seed,
}) => {
  const customer = await seed.createCustomer('Flora Flight', { projects: ['Soybean_Yield_Trial'] })
  await signIn(page, customer)
  await page.goto('/my-dashboard')
  await fillUpload(page, 'Soybean Yield Trial')
  await archiveInput(page).setInputFiles(await flight())
  const check = upload(page).getByRole('region', { name: 'Flight check' })
  const found = check.getByRole('list', { name: 'What was found' })
  await expect(found).toContainText('The photos do not say how high the drone flew')
  await expect(check.getByRole('application', { name: /^Map of 6 photos/ })).toHaveAttribute('aria-busy', 'false')
  await expect(check.getByText("what they show isn't to scale")).toBeVisible()

  const height = check.getByLabel('Height above ground, m')
  await height.fill('4000')
  await check.getByRole('button', { name: 'Use this height' }).click()
  await expect(check.getByText('Enter metres from 1 to 500')).toBeVisible()
  await height.fill('40')
  await height.press('Enter')
  await expect(check.getByText('40 m above the ground, as entered')).toBeVisible()
  await expect(check.getByText('83 % along lines', { exact: true })).toBeVisible()
  await expect(found).not.toContainText('how high the drone flew')
  await expect(check.getByRole('list', { name: 'What the outputs can expect' })).toContainText('few photos')

  await check.getByText('All photos in a table').click()
  await check.getByLabel('Name, camera or band').fill('0003')
  await expect(check.getByText('1 of 6 photos')).toBeVisible()
  await check.getByRole('button', { name: 'north/DJI_0003.JPG' }).click()
  const chosen = check.getByRole('region', { name: 'Chosen photo' })
  await expect(chosen.getByRole('img', { name: 'Photo north/DJI_0003.JPG' })).toBeVisible()
  await chosen.getByRole('button', { name: 'Next photo' }).click()
  await expect(chosen.getByRole('img', { name: 'Photo north/DJI_0004.JPG' })).toBeVisible()
  await expect(chosen).toContainText('23 Jun 2026, 10:00:04')
  await expectAccessible(page, 'the flight check of the upload dialog')

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    check.getByRole('button', { name: 'Save as CSV' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('photos.csv')

  await submit(page).click()
  await expectToast(page, 'File uploaded successfully!')
  await expect(upload(page)).toBeHidden()
  await page.getByRole('button', { name: /^View/ }).first().click()
  await page.getByRole('link', { name: 'Open page' }).click()
  const section = await openPart(page, 'Flight')
  await expect(section.getByText('40 m above the ground, as entered')).toBeVisible()
  await expectAccessible(page, 'a request with a flight')

  const staff = await browser.newPage()
  await signIn(staff, STAFF)
  await staff.goto(`/dashboard/requests?search=${encodeURIComponent(customer.email)}`)
  await staff.getByRole('row').filter({ hasText: customer.fullName }).getByRole('button', { name: /^View/ }).click()
  await staff.getByRole('link', { name: 'Open page' }).click()
  const flightPart = await openPart(staff, 'Flight')
  const finding = flightPart.getByRole('listitem').filter({ hasText: 'There are 6 photos' })
  await finding.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(finding.getByText(/^Acknowledged by /)).toBeVisible()
  await staff.close()
  await page.reload()
  await expect(section.getByText(/^Acknowledged, /)).toBeVisible()
})

test('points without a coordinate system are shown on the map by a proposal, which a person confirms', async ({
  page,
  seed,
}) => {
  await signIn(page, await seed.createCustomer('Gert Ground', { projects: ['Soybean_Yield_Trial'] }))
  await page.goto('/my-dashboard')
  await fillUpload(page, 'Soybean Yield Trial')
  // EPSG:32632, beside the photos.
  const points = 'Point,Easting,Northing,Height\nA,605240,5650905,90\nB,605260,5650915,90\nC,605248,5650935,91\n'
  await archiveInput(page).setInputFiles(await flight({ 'north/gcp.csv': new TextEncoder().encode(points) }))
  const files = upload(page)
    .getByRole('region', { name: 'Flight check' })
    .getByRole('list', { name: 'Files with places' })
  await expect(files).toContainText('proposed: the points lie among the photos by it')
  await expect(files.getByRole('textbox', { name: 'EPSG code' })).toHaveValue('32632')
  await files.getByRole('button', { name: 'It is right' }).click()
  await expect(files).toContainText('as entered')
})

test('the check can be stopped, and nothing keeps the archive from being sent', async ({ page, seed }) => {
  await signIn(page, await seed.createCustomer('Stina Stop', { projects: ['Soybean_Yield_Trial'] }))
  await page.goto('/my-dashboard')
  await fillUpload(page, 'Soybean Yield Trial')
  // Reads of the file by the worker never end.
  await page.route('**/assets/check-worker*', () => undefined)
  await archiveInput(page).setInputFiles(await flight())
  const check = upload(page).getByRole('region', { name: 'Flight check' })
  await check.getByRole('button', { name: 'Stop' }).click()
  await expect(check.getByText('The photos were not looked at.')).toBeVisible()
  await submit(page).click()
  await expectToast(page, 'File uploaded successfully!')
})
