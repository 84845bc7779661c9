import sharp from 'sharp'
import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'

/** Soil on the left, canopy on the right. */
const field = async (canopy: string) => {
  const green = await sharp({ create: { width: 450, height: 600, channels: 3, background: canopy } })
    .png()
    .toBuffer()
  const soil = sharp({ create: { width: 900, height: 600, channels: 3, background: '#b49678' } })
  return new Uint8Array(
    await soil
      .composite([{ input: green, left: 450, top: 0 }])
      .tiff()
      .toBuffer(),
  )
}

/** Pixels of 2 cm near Lamberton, Minnesota. */
const PLACE = '0.02\n0\n0\n-0.02\n300000.01\n4900011.99\n'
const UTM_15_NORTH =
  'PROJCS["WGS 84 / UTM zone 15N",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",-93],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1],AUTHORITY["EPSG","32615"]]'

test('a customer looks at the maps of a report: picture, index, value, divider, measure, link', async ({
  page,
  seed,
}) => {
  const customer = await seed.createCustomer('Mia Map')
  const request = await seed.sendRequest(customer)
  const files = await Promise.all(
    ['2026-06-30', '2026-07-14'].map(async (date, at) => [
      { name: `field ${date}.tfw`, content: PLACE },
      { name: `field ${date}.prj`, content: UTM_15_NORTH },
      { name: `field ${date}.tif`, content: await field(at === 0 ? '#3c7828' : '#8c8c3c') },
    ]),
  )
  await seed.publishReport(request, files.flat(), 'Two flights')
  await signIn(page, customer)
  await page.goto(`/my-dashboard/requests/${request.id}`)
  const cards = page.getByRole('list', { name: 'Maps of the report' }).getByRole('link')
  await expect(cards).toHaveCount(2)
  await expect(cards.first()).toContainText('2026-06-30, 2.0 cm a pixel, 18 × 12 m')
  await page.getByRole('link', { name: 'Open map field 2026-06-30.tif' }).click()

  const map = page.getByRole('application', { name: /^Map of field 2026-06-30.tif/ })
  await expect(map).toBeVisible()
  await expectAccessible(page, 'map')
  const box = await map.boundingBox()
  if (!box) throw new Error('The map has no size')
  const pointAt = (share: number) => page.mouse.move(box.x + box.width * share, box.y + box.height / 2)
  const status = page.getByRole('status').filter({ hasText: '° N' })
  await expect(async () => {
    await pointAt(0.3)
    await pointAt(0.301)
    await expect(status).toContainText('RGB 18', { timeout: 500 })
  }).toPass({ timeout: 30_000 })
  await expect(status).toContainText(/44\.2\d+° N, 95\.5\d+° W/)

  await page.getByLabel('Show', { exact: true }).selectOption('ExG')
  await expect(page.getByLabel('Show', { exact: true }).getByRole('option', { name: /^NDVI/ })).toHaveText(
    /needs near infrared/,
  )
  await expect(async () => {
    await pointAt(0.7)
    await pointAt(0.701)
    // (2 * 120 - 60 - 40) / 220, as the picture is compressed.
    await expect(status).toContainText(/^0\.6[23]/, { timeout: 500 })
  }).toPass({ timeout: 30_000 })
  await page.getByText('The map as a table').click()
  await expect(
    page.getByRole('row', { name: /field 2026-06-30.tif ExG 2026-06-30 18 m × 12 m 2.00 cm WGS 84 \/ UTM zone 15N/ }),
  ).toBeVisible()

  await page.getByLabel('Compare with a divider').selectOption({ label: 'field 2026-07-14.tif' })
  await page.getByLabel('Divider between the two maps').fill('250')
  await expect(page).toHaveURL(/look=index%3AExG&swipe=/)
  await page.reload()
  await expect(page.getByLabel('Compare with a divider')).toHaveValue(/.+/)
  await expect(page.getByLabel('Show', { exact: true })).toHaveValue('ExG')

  await page.getByRole('button', { name: 'Measure a distance' }).click()
  await map.click({ position: { x: box.width * 0.3, y: box.height / 2 } })
  await map.dblclick({ position: { x: box.width * 0.7, y: box.height / 2 } })
  await expect(page.getByRole('status').filter({ hasText: / m$/ })).toBeVisible()
  await map.focus()
  const before = page.url()
  await page.keyboard.press('+')
  await page.keyboard.press('ArrowLeft')
  await expect(page).not.toHaveURL(before)
})
