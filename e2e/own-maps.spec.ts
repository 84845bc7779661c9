import { zipSync } from 'fflate'
import { expectAccessible } from './expect-accessible.ts'
import { expect, expectToast, STAFF, signIn, test } from './fixtures.ts'
import { heightTiff } from './height-tiff.ts'
import { drawField, PLACE, UTM_15_NORTH } from './placed-field.ts'
import { archiveInput, upload } from './upload-screen.ts'

const filesOf = async (stem: string) => ({
  [`${stem}.tif`]: await drawField(450),
  [`${stem}.tfw`]: new TextEncoder().encode(PLACE),
  [`${stem}.prj`]: new TextEncoder().encode(UTM_15_NORTH),
})
const chosen = (files: Record<string, Uint8Array>) =>
  Object.entries(files).map(([name, bytes]) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(bytes),
  }))

test('a customer adds finished maps, sees at once what each is, corrects one, and opens it', async ({ page, seed }) => {
  const customer = await seed.createCustomer('Olga Own')
  await signIn(page, customer)
  await page.goto('/my-dashboard')
  await page.getByRole('link', { name: 'Maps' }).click()
  await expect(page.getByText('No maps')).toBeVisible()
  await page.getByRole('button', { name: 'Add maps' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add maps' })
  const heights = heightTiff({ width: 90, height: 60 }, (column) => 350 + column / 100)
  await dialog
    .locator('input[type=file]')
    .setInputFiles(chosen({ ...(await filesOf('north 2026-07-14')), 'dsm of july.tif': heights }))
  await expect(dialog.getByText('Orthomosaic, photo colours, 2.0 cm a pixel, WGS 84 / UTM zone 15N')).toBeVisible()
  await expect(dialog.getByText('Elevation, 1 band: elevation, it says no place')).toBeVisible()
  await expect(dialog.getByLabel('Taken on, of north 2026-07-14.tif')).toHaveValue('2026-07-14')
  await dialog.getByLabel('Taken on, of dsm of july.tif').fill('2026-07-15')
  await expectAccessible(page, "dialog 'Add maps'")
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expectToast(page, '4 files added. They are under Maps.')
  await expect(dialog).toBeHidden()

  const row = (name: string) => page.getByRole('row', { name })
  await expect(row('north 2026-07-14.tif')).toContainText('WGS 84 / UTM zone 15N')
  await expect(row('north 2026-07-14.tif')).toContainText('own map')
  await expect(row('dsm of july.tif')).toContainText('15 Jul 2026')
  await expectAccessible(page, 'maps')
  await page.getByRole('button', { name: 'Describe dsm of july.tif' }).click()
  await page.getByLabel('Taken on').fill('2026-07-16')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Map updated')
  await expect(row('dsm of july.tif')).toContainText('16 Jul 2026')
  await page.getByRole('button', { name: 'Delete dsm of july.tif' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row('dsm of july.tif')).toContainText('It is removed for good on')
  await expectAccessible(page, 'a deleted map')
  await page.getByRole('button', { name: 'Take back dsm of july.tif' }).click()
  await expectToast(page, 'Taken back')
  await expect(page.getByRole('button', { name: 'Describe dsm of july.tif' })).toBeVisible()
  await page.getByRole('link', { name: 'north 2026-07-14.tif' }).click()
  await expect(page.getByRole('application', { name: /^Map of north 2026-07-14.tif/ })).toBeVisible()
  await page.getByRole('link', { name: 'Maps' }).first().click()
  await expect(row('north 2026-07-14.tif')).toBeVisible()
  await page.goto('/account')
  await expect(page.getByRole('link', { name: '4 own files' })).toBeVisible()
  await expectAccessible(page, 'account settings with storage')

  // Staff see it, and can't describe it.
  await signIn(page, STAFF)
  await page.goto('/dashboard/users?search=olga.own')
  await page.getByRole('link', { name: 'Olga Own' }).click()
  await expect(row('north 2026-07-14.tif')).toContainText('own map')
  await expect(page.getByRole('button', { name: /^Describe/ })).toBeHidden()
  await page.getByRole('link', { name: 'north 2026-07-14.tif' }).click()
  await expect(page.getByRole('application', { name: /^Map of north 2026-07-14.tif/ })).toBeVisible()
})

test('a ZIP of finished maps is taken for what it is, and its maps are added', async ({ page, seed }) => {
  const customer = await seed.createCustomer('Zita Zip')
  await signIn(page, customer)
  await page.goto('/my-dashboard')
  const heights = heightTiff({ width: 90, height: 60, pixelMetres: 0.2 }, (column) => 350 + column / 100)
  const maps = { 'july/dsm 2026-07-14.tif': heights, 'july/dsm 2026-07-21.tif': heights }
  await page.getByRole('button', { name: 'Upload' }).first().click()
  await archiveInput(page).setInputFiles({
    name: 'maps.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(zipSync(maps, { level: 6 })),
  })
  await expect(upload(page).getByText('These are finished maps. Add them as maps?')).toBeVisible()
  await upload(page).getByRole('button', { name: 'Add as maps' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add maps' })
  await expect(dialog.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByLabel('Taken on, of dsm 2026-07-21.tif')).toHaveValue('2026-07-21')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expectToast(page, '2 files added. They are under Maps.')
  await page.getByRole('link', { name: 'Maps' }).click()
  await expect(page.getByRole('row', { name: /dsm 2026-07-\d\d\.tif/ })).toHaveCount(2)
})

test('own maps are dropped into a trial and become its flights at once; a flight is edited', async ({ page, seed }) => {
  const customer = await seed.createCustomer('Fiona Flight')
  await signIn(page, customer)
  await page.goto('/my-dashboard/trials')
  await page.getByRole('button', { name: 'New trial' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('North')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Add maps' }).click()
  const adding = page.getByRole('dialog', { name: 'Add maps' })
  const heights = heightTiff({ width: 90, height: 60, pixelMetres: 0.2 }, (column) => 350 + column / 100)
  const maps = { ...(await filesOf('north 2026-07-14')), ...(await filesOf('north 2026-07-21')) }
  await adding.locator('input[type=file]').setInputFiles(chosen({ ...maps, 'dsm 2026-07-21.tif': heights }))
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expectToast(page, '7 files added. They are under Maps.')
  const flights = page.getByRole('dialog', { name: 'Add flights' })
  await expect(flights.getByLabel('Elevation (optional), of north 2026-07-21.tif')).not.toHaveValue('')
  await flights.getByRole('button', { name: 'Add 2 flights' }).click()
  await expect(page.getByText('dsm 2026-07-21.tif (elevation)')).toBeVisible()

  await page.getByRole('button', { name: 'Edit the flight of 21 Jul 2026' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit the flight of 21 Jul 2026' })
  await expect(editing.getByText('Nothing has to be measured again.')).toBeVisible()
  await editing.getByLabel('Time of day (optional)').fill('10:30')
  await editing.getByLabel('Elevation', { exact: true }).selectOption({ label: 'None' })
  await expect(editing.getByText('Only heights are measured again the next time you measure.')).toBeVisible()
  await expectAccessible(page, 'edit flight')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Flight changed')
  await expect(page.getByRole('list').getByText('21 Jul 2026 10:30')).toBeVisible()
  await expect(page.getByText('dsm 2026-07-21.tif')).toHaveCount(0)
})
