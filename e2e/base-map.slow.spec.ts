import sharp from 'sharp'
import { expect, signIn, test } from './fixtures.ts'
import { heightTiff } from './height-tiff.ts'

test.use({
  settings: {
    BASEMAP_URL: 'https://tiles.example.org/{z}/{x}/{y}.png',
    BASEMAP_ATTRIBUTION: '© Example Maps',
  },
})

const tile = (background: string) =>
  sharp({ create: { width: 256, height: 256, channels: 3, background } })
    .png()
    .toBuffer()

/** Of web mercator. */
const tileOf = (lon: number, lat: number, zoom: number) => {
  const across = (lon + 180) / 360
  const down = 0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)
  return { x: across * 2 ** zoom, y: down * 2 ** zoom }
}

const colourAt = async (screen: Buffer, left: number, top: number) => {
  const [r = 0, , b = 0] = await sharp(screen).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  return r > 200 && b < 50 ? 'red' : b > 200 && r < 50 ? 'blue' : 'other'
}

test('the tiles of a base map lie below the map, at their place, and are switched off', async ({ page, seed }) => {
  const customer = await seed.createCustomer('Bea Basemap')
  const request = await seed.sendRequest(customer)
  const files = [
    { name: 'field.tif', content: heightTiff({ width: 300, height: 300 }, (column) => 300 + column / 600) },
    { name: 'field.tfw', content: '0.1\n0\n0\n-0.1\n300000.05\n4900011.95\n' },
    { name: 'field.prj', content: 'PROJCS["x",AUTHORITY["EPSG","32615"]]' },
  ]
  await seed.publishReport(request, files, 'Heights')
  const [red, blue] = await Promise.all([tile('#ff0000'), tile('#0000ff')])
  const zooms: number[] = []
  const referrers = new Set<string | undefined>()
  await page.route('https://tiles.example.org/**', async (route) => {
    const [zoom = 0, x = 0, y = 0] = (new URL(route.request().url()).pathname.match(/\d+/g) ?? []).map(Number)
    zooms.push(zoom)
    referrers.add((await route.request().headerValue('referer')) ?? undefined)
    const body = (x + y) % 2 === 0 ? red : blue
    await route.fulfill({ body, contentType: 'image/png', headers: { 'access-control-allow-origin': '*' } })
  })
  await signIn(page, customer)
  await page.goto(`/my-dashboard/requests/${request.id}`)
  await page.getByRole('link', { name: 'Open map field.tif' }).click()
  const map = page.getByRole('application', { name: /^Map of field.tif/ })
  for (let step = 0; step < 4; step += 1) await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect(page.getByText('© Example Maps')).toBeVisible()
  const box = await map.boundingBox()
  if (!box) throw new Error('The map has no size')
  const status = page.getByRole('status').filter({ hasText: '° N' })
  await expect(async () => {
    const screen = await map.screenshot()
    const seen: string[] = []
    for (let left = 20; left < box.width - 60; left += 25) {
      const top = Math.round(box.height * 0.3)
      await page.mouse.move(box.x + left, box.y + top)
      await page.mouse.move(box.x + left + 0.5, box.y + top)
      const [, lat = 0, lon = 0] = /([\d.]+)° N, ([\d.]+)° W/.exec(await status.innerText())?.map(Number) ?? []
      const { x, y } = tileOf(-lon, lat, zooms.at(-1) ?? 0)
      const isNearEdge = [x % 1, y % 1].some((part) => Math.abs(part - 0.5) > 0.47)
      const expected = (Math.floor(x) + Math.floor(y)) % 2 === 0 ? 'red' : 'blue'
      const colour = await colourAt(screen, left, top)
      // Edges of tiles are blended.
      if (isNearEdge) continue
      seen.push(colour)
      expect(colour).toBe(expected)
    }
    expect(new Set(seen)).toEqual(new Set(['red', 'blue']))
  }).toPass({ timeout: 30_000 })
  expect(referrers).toEqual(new Set([`${new URL(page.url()).origin}/`]))

  await page.getByLabel('Base map').uncheck()
  await expect(page.getByText('© Example Maps')).toBeHidden()
  await expect(async () => {
    expect(await colourAt(await map.screenshot(), 40, 40)).toBe('other')
  }).toPass()
  await expect(page).toHaveURL(/base=off/)
})
