import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect, expectToast, signIn, test } from './fixtures.ts'
import { fieldFiles, PLOTS } from './placed-field.ts'

test('a token is made, reads values and maps without a login, and reads nothing once it is revoked', async ({
  page,
  seed,
}) => {
  const customer = await seed.createCustomer('Paula Program')
  const request = await seed.sendRequest(customer)
  await seed.publishReport(request, await fieldFiles('2026-06-01', 0), 'One flight')
  const flights = [['2026-06-01', 'field 2026-06-01.tif']] as const
  const trialId = await seed.measureTrial(customer, request, { flights, plots: PLOTS })
  await signIn(page, customer)

  await page.goto(`/my-dashboard/trials/${trialId}?tab=downloads`)
  const section = page.getByRole('region', { name: 'In QGIS, R and Python' })
  await section.getByRole('link', { name: 'Make an API token' }).click()
  const form = page.getByRole('form', { name: 'Make an API token' })
  await form.getByLabel('Name of a new token').fill('Nightly job')
  const made = page.waitForResponse((answer) => answer.url().endsWith('/api/tokens'))
  await form.getByRole('button', { name: 'Make a token' }).click()
  const { data } = (await (await made).json()) as { data: { token: string } }
  await expect(form.getByText('Copy the token now: it is not shown again')).toBeVisible()
  await expectAccessible(page, 'a new API token')

  const headers = { authorization: `Bearer ${data.token}` }
  const read = () => page.request.get(`/brapi/v2/observations?studyDbId=${trialId}&pageSize=1`, { headers })
  const { result } = (await (await read()).json()) as { result: { data: { studyDbId: string }[] } }
  expect(result.data[0]?.studyDbId).toBe(trialId)

  await page.goto(`/my-dashboard/trials/${trialId}?tab=downloads`)
  await expectAccessible(page, 'addresses for programs')
  const script = await section.getByRole('listitem').filter({ hasText: 'Script for R' }).innerText()
  const [, map = ''] = /\/vsicurl\/(http[^"]+)"/.exec(script) ?? []
  const [, plots = ''] = /st_read\("(http[^"]+)"/.exec(script) ?? []
  const start = () => page.request.get(map, { headers: { range: 'bytes=0-3' } })
  // A TIFF of this byte order.
  expect((await (await start()).body()).toString('latin1')).toMatch(/^II[*+]\0$/)
  const features = (await (await page.request.get(plots)).json()) as { features: unknown[] }
  expect(features.features).toHaveLength(3)
  const tiles = map.replace(/[^/]*$/, 'tiles.json')
  expect(await showElsewhere(page, tiles)).toEqual({ width: 256, isReadable: true })

  await page.goto('/account')
  await page.getByRole('button', { name: 'Revoke Nightly job' }).click()
  await expectToast(page, 'Token revoked')
  const answers = await Promise.all([read(), start(), page.request.get(plots)])
  expect(answers.map((answer) => answer.status())).toEqual([401, 401, 401])
})

/** A page of another site reads the description, and shows a tile of the smallest zoom. */
async function showElsewhere(page: Page, address: string) {
  const elsewhere = await page.context().newPage()
  const site = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end('<p>Map</p>'))
  await once(site.listen(0, '127.0.0.1'), 'listening')
  await elsewhere.goto(`http://localhost:${(site.address() as AddressInfo).port}/`)
  const shown = await elsewhere.evaluate(async (url) => {
    type Described = { tiles: string[]; minzoom: number; bounds: number[] }
    const { tiles, minzoom, bounds } = (await (await fetch(url)).json()) as Described
    const [west = 0, south = 0] = bounds
    const [sine, across] = [Math.sin((south * Math.PI) / 180), 2 ** minzoom]
    const x = Math.floor(((west + 180) / 360) * across)
    const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * across)
    const tile = (tiles[0] ?? '').replace('{z}', String(minzoom)).replace('{x}', String(x)).replace('{y}', String(y))
    const picture = new Image()
    picture.src = tile
    await picture.decode()
    return { width: picture.naturalWidth, isReadable: (await fetch(tile)).ok }
  }, address)
  await elsewhere.close()
  site.close()
  return shown
}

test('a webhook is made, and why nothing arrives at an address inside is said', async ({ page, seed }) => {
  await signIn(page, await seed.createCustomer('Willem Webhook'))
  await page.goto('/account')
  const form = page.getByRole('form', { name: 'Make a webhook' })
  await form.getByLabel('Address of a new webhook').fill('http://127.0.0.1:1/hook')
  await form.getByRole('button', { name: 'Make a webhook' }).click()
  await page.getByRole('button', { name: 'Send a ping to http://127.0.0.1:1/hook' }).click()
  await expectToast(page, 'Ping is on its way')
  const hooks = page.getByRole('list', { name: 'Webhooks' })
  await hooks.getByText('What was sent').click()
  await expect(hooks.getByText(/1 attempt, will be sent again/)).toBeVisible()
  await expectAccessible(page, 'a webhook')
  await page.getByRole('button', { name: 'Remove http://127.0.0.1:1/hook' }).click()
  await expectToast(page, 'Webhook removed')
})
