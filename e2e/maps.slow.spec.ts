import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './expect-accessible.ts'
import { expect, expectToast, type Seed, STAFF, signIn, test } from './fixtures.ts'
import { heightTiff } from './height-tiff.ts'
import { PLACE, UTM_15_NORTH } from './placed-field.ts'
import { openPart } from './request-part.ts'
import { tryMapScreenOnPaper } from './try-paper.ts'
import type { Login } from './users.ts'

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

/** A customer with the field on two dates. */
async function seedFlights(seed: Seed, name: string): Promise<{ customer: Login; request: { id: string } }> {
  const customer = await seed.createCustomer(name)
  const request = await seed.sendRequest(customer)
  const files = await Promise.all(
    ['2026-06-30', '2026-07-14'].map(async (date, at) => [
      { name: `field ${date}.tfw`, content: PLACE },
      { name: `field ${date}.prj`, content: UTM_15_NORTH },
      { name: `field ${date}.tif`, content: await field(at === 0 ? '#3c7828' : '#8c8c3c') },
    ]),
  )
  await seed.publishReport(request, files.flat(), 'Two flights')
  return { customer, request }
}

test('a customer looks at the maps of a report: picture, index, value, divider, measure, link', async ({
  page,
  seed,
}) => {
  const { customer, request } = await seedFlights(seed, 'Mia Map')
  await signIn(page, customer)
  await page.goto(`/my-dashboard/requests/${request.id}`)
  const cards = page.getByRole('list', { name: 'Maps of the report' }).getByRole('link')
  await expect(cards).toHaveCount(2)
  await expect(cards.first()).toContainText('30 Jun 2026, 2.0 cm a pixel, 18 × 12 m')
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
    await expect(status).toContainText(/^ExG 0\.6[23]/, { timeout: 500 })
  }).toPass({ timeout: 30_000 })
  await page.getByRole('tab', { name: 'Table' }).click()
  await expect(
    page.getByRole('row', { name: /field 2026-06-30.tif ExG 30 Jun 2026 18 m × 12 m 2.00 cm WGS 84 \/ UTM zone 15N/ }),
  ).toBeVisible()

  await page.getByRole('tab', { name: 'Table' }).click()
  await page.getByLabel('Compare with a divider').selectOption({ label: 'Photo, 14 Jul 2026' })
  await page.getByLabel('Divider between the two maps').fill('600')
  await page.getByLabel('Hide lower values').check()
  await page.getByLabel('Below').fill('0.5')
  // Right of the divider lies the later flight, whose canopy, (2 * 140 - 140 - 60) / 340, is hidden now.
  await expect(async () => {
    await pointAt(0.7)
    await pointAt(0.701)
    await expect(status).toContainText(/^ExG 0\.2[34]/, { timeout: 500 })
    // The deepest of the ramp is 26 greener than red, the ground below the map 11 at most.
    const screen = sharp(await map.screenshot())
    const greenAt = async (share: number) => {
      const place = { left: Math.round(box.width * share), top: Math.round(box.height * 0.4), width: 1, height: 1 }
      const [red = 0, green = 0] = await screen.clone().extract(place).raw().toBuffer()
      return green - red
    }
    expect(await greenAt(0.55)).toBeGreaterThan(20)
    expect(await greenAt(0.65)).toBeLessThan(15)
  }).toPass({ timeout: 30_000 })
  await expect(page).toHaveURL(/look=index%3AExG&swipe=.*divider=0\.6&threshold=0\.5/)
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

/** The first column with canopy, along the middle of the map. */
async function edgeOfCanopy(map: Locator): Promise<number> {
  const { data, info } = await sharp(await map.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const row = Math.round(info.height / 2) * info.width
  for (let column = 0; column < info.width; column += 1) {
    const [red = 0, green = 0, blue = 0] = data.subarray((row + column) * 3)
    if (green > red - 15 && green > blue + 40) return column
  }
  return Number.NaN
}

test('layers are shown, ordered by dragging or by buttons, and made transparent', async ({ page, seed }) => {
  const { customer, request } = await seedFlights(seed, 'Lena Layer')
  await signIn(page, customer)
  await page.goto(`/my-dashboard/map?request=${request.id}`)
  const layers = page.getByRole('list', { name: 'Layers' })
  const names = () => layers.getByRole('listitem').locator('[title] > p:first-child').allInnerTexts()
  const [july, june] = ['Photo, 14 Jul 2026', 'Photo, 30 Jun 2026'] as const
  await layers.getByRole('button', { name: `Show ${july}`, pressed: false }).click()
  await expect.poll(async () => (await names()).slice(0, 2)).toEqual([july, june])
  await layers.getByRole('button', { name: `Move ${june} up` }).click()
  await expect.poll(async () => (await names()).slice(0, 2)).toEqual([june, july])
  await layers.getByText(july).dragTo(layers.getByText(june))
  await expect.poll(async () => (await names()).slice(0, 2)).toEqual([july, june])
  await layers.getByLabel(`Opacity of ${july}`).fill('40')
  await expect(page).toHaveURL(/40|0\.4/)
  await expectAccessible(page, 'layers of a map')
  await layers.getByRole('button', { name: `Show ${july}`, pressed: true }).click()
  await expect(layers.getByLabel(`Opacity of ${july}`)).toHaveCount(0)
})

test('maps beside each other show the same place', async ({ page, seed }) => {
  const { customer, request } = await seedFlights(seed, 'Paula Pane')
  await signIn(page, customer)
  await page.goto(`/my-dashboard/map?request=${request.id}`)
  await page.getByLabel('Add a map beside it').selectOption({ label: 'Photo, 14 Jul 2026' })
  const [first, second] = [/field 2026-06-30/, /field 2026-07-14/].map((name) =>
    page.getByRole('application', { name }),
  )
  if (!first || !second) return
  const edges = () => Promise.all([edgeOfCanopy(first), edgeOfCanopy(second)])
  await expect.poll(async () => (await edges()).every(Number.isFinite)).toBe(true)
  const [before] = await edges()
  await expect(first.getByText('30 Jun 2026')).toBeVisible()
  await expect(second.getByText('14 Jul 2026')).toBeVisible()
  await second.focus()
  for (const key of ['+', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
  await expect(async () => {
    const [left, right] = await edges()
    expect(Math.abs(left - (before ?? 0))).toBeGreaterThan(20)
    // Their edges are blurred differently by compression.
    expect(Math.abs(left - right)).toBeLessThan(8)
  }).toPass({ timeout: 30_000 })
  await expectAccessible(page, 'maps beside each other')
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 375, height: 800 } })

  test('two fingers zoom a map, and one moves it', async ({ page, context, seed }) => {
    const { customer, request } = await seedFlights(seed, 'Tom Touch')
    await signIn(page, customer)
    await page.goto(`/my-dashboard/map?request=${request.id}`)
    const map = page.getByRole('application')
    await map.scrollIntoViewIfNeeded()
    const box = await map.boundingBox()
    if (!box) throw new Error('The map has no size')
    const place = () =>
      new URL(page.url()).searchParams.get('at')?.split(',').map(Number) ?? [Number.NaN, Number.NaN, Number.NaN]
    await expect.poll(() => place()[2]).toBeGreaterThan(0)
    const [x = 0, y = 0, resolution = 0] = place()
    const touch = await context.newCDPSession(page)
    const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2]
    const at = { x: middleX, y: middleY, gestureSourceType: 'touch' as const }
    await touch.send('Input.synthesizePinchGesture', { ...at, scaleFactor: 2 })
    await expect.poll(() => (place()[2] ?? 0) / resolution).toBeLessThan(0.7)
    await touch.send('Input.synthesizeScrollGesture', { ...at, xDistance: 80, preventFling: true })
    await expect.poll(() => x - (place()[0] ?? 0)).toBeGreaterThan(20 * resolution)
    expect(Math.abs(y - (place()[1] ?? 0))).toBeLessThan(box.height * resolution)
  })
})

const savedBy = async (page: Page, button: string): Promise<Buffer> => {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return readFile(await (await download).path())
}

test('staff state where a map lies and what it holds; heights are read along a line, and pages are saved', async ({
  page,
  seed,
}) => {
  const customer = await seed.createCustomer('Elena Elevation')
  const request = await seed.sendRequest(customer)
  const files = [
    { name: 'heights.tfw', content: PLACE },
    // A plane that rises a metre over its 600 columns.
    { name: 'heights.tif', content: heightTiff({ width: 600, height: 400 }, (column) => 300 + column / 600) },
  ]
  await seed.publishReport(request, files, 'Heights')
  await signIn(page, STAFF)
  await page.goto(`/dashboard/requests/${request.id}`)
  await openPart(page, 'Report')
  await page.getByRole('button', { name: 'Describe heights.tif' }).click()
  const dialog = page.getByRole('dialog', { name: 'Describe heights.tif' })
  await expect(dialog).toContainText('so the map is shown in pixels')
  await expectAccessible(page, 'describe a map')
  await dialog.getByLabel('EPSG code').fill('99')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabel('EPSG code').fill('32615')
  await dialog.getByLabel('Kind').selectOption('Elevation')
  await dialog.getByLabel('Taken on').fill('2026-07-01')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Map updated')
  await expect(page.getByRole('link', { name: 'Open map heights.tif' })).toContainText(
    'Elevation, 1 Jul 2026, 2.0 cm a pixel, 12 × 8 m',
  )

  await signIn(page, customer)
  await page.goto(`/my-dashboard?request=${request.id}`)
  await page.getByRole('button', { name: 'View Reports' }).click()
  await page
    .getByRole('dialog', { name: 'Processed Reports' })
    .getByRole('link', { name: 'Open map heights.tif' })
    .click()
  const map = page.getByRole('application', { name: /^Map of heights.tif/ })
  const box = await map.boundingBox()
  if (!box) throw new Error('The map has no size')
  const status = page.getByRole('status').filter({ hasText: '° N' })
  await expect(async () => {
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.move(box.x + box.width / 2 + 1, box.y + box.height / 2)
    await expect(status).toContainText(/^Elevation 300\.(49|50)/, { timeout: 500 })
  }).toPass({ timeout: 30_000 })

  await page.getByRole('button', { name: 'Draw a height profile' }).click()
  await map.click({ position: { x: box.width * 0.3, y: box.height / 2 } })
  await map.dblclick({ position: { x: box.width * 0.7, y: box.height / 2 } })
  const profile = page.getByRole('region', { name: 'Height profile' })
  await expect(profile).toContainText(/m long, rises by 0\.\d\d m, from pixels of 2 cm/)
  const place = profile.getByLabel('Place on the line')
  await place.fill('199')
  await expect(place).toHaveAttribute('aria-valuetext', /: 300\.(49|50)\d m$/)
  await expectAccessible(page, 'height profile')
  const csv = (await savedBy(page, 'Save as CSV')).toString()
  expect(csv).toMatch(/^distance_m,height\r\n0\.000,300\.\d{3}\r\n/)

  await page.getByLabel('Colours').selectOption('Grey')
  await page.getByLabel('From').fill('300.4')
  await expect(page).toHaveURL(/ramp=grey&heights=300\.[34]/)
  await page.reload()
  await expect(page.getByLabel('Colours')).toHaveValue('grey')
  const picture = sharp(await savedBy(page, 'Save as picture'))
  expect(await picture.metadata()).toMatchObject({ format: 'png', width: 2339, height: 1654 })
  // Dark on the left, light on the right, as the heights are.
  const greyAt = async (left: number) => {
    const [red = 0] = await picture
      .clone()
      .extract({ left, top: 700, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer()
    return red
  }
  expect(await greyAt(1500)).toBeGreaterThan((await greyAt(900)) + 20)
  const pdf = await savedBy(page, 'Save as PDF')
  expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.4')
  expect(pdf.length).toBeGreaterThan(20_000)
  await tryMapScreenOnPaper(page)
})

test("parts that can't be loaded are named, and come when the browser is online again", async ({
  page,
  context,
  seed,
}) => {
  const customer = await seed.createCustomer('Otto Offline')
  const request = await seed.sendRequest(customer)
  // Noise, which takes more than what is read first.
  const pixels = Uint8Array.from({ length: 1500 * 1500 * 3 }, (_, at) => (at * 2_654_435_761) >>> 24)
  const content = new Uint8Array(
    await sharp(pixels, { raw: { width: 1500, height: 1500, channels: 3 } })
      .tiff()
      .toBuffer(),
  )
  await seed.publishReport(request, [{ name: 'noise.tif', content }], 'Noise')
  await signIn(page, customer)
  await page.goto(`/my-dashboard/requests/${request.id}`)
  await page.getByRole('link', { name: 'Open map noise.tif' }).click()
  const map = page.getByRole('application', { name: /^Map of noise.tif/ })
  const box = await map.boundingBox()
  if (!box) throw new Error('The map has no size')
  const status = page.getByRole('status').filter({ hasText: 'RGB' })
  const point = async () => {
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.move(box.x + box.width / 2 + 1, box.y + box.height / 2)
  }
  await expect(async () => {
    await point()
    await expect(status).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 30_000 })
  await context.setOffline(true)
  const problem = page.getByRole('alert').filter({ hasText: 'Parts of the map could not be loaded' })
  await expect(async () => {
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect(problem).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 30_000 })
  await context.setOffline(false)
  await expect(problem).toBeHidden()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect(async () => {
    await point()
    await expect(status).toContainText(/^RGB [\d, ]+Pixel/, { timeout: 500 })
  }).toPass({ timeout: 30_000 })
  await expect(problem).toBeHidden()
})
