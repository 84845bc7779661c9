import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, STAFF, signIn, test } from './fixtures.ts'
import { detail } from './upload-screen.ts'

type Receipt = { sha256: string | null; agrees: boolean | null; check?: { stage: string; fraction: number } }
type Answer = Receipt | { receipts: Receipt[] }

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Changes the server's response about the files of requests before the screen receives it. */
const alterReceipts = (page: Page, change: (receipt: Receipt) => void) =>
  page.route(/\/api\/crop-images\/(?:get|request|file)(?:\?|$)/, async (route) => {
    const response = await route.fetch()
    const { data, ...envelope } = (await response.json()) as { data: Answer | Answer[] }
    for (const row of [data].flat()) ('receipts' in row ? row.receipts : [row]).forEach(change)
    await route.fulfill({ response, json: { ...envelope, data } })
  })

for (const who of ['customer', 'member of staff'] as const)
  test(`a ${who} sees the receipt of an archive, with its SHA-256`, async ({ page, seed }) => {
    const customer = await seed.createCustomer('Rita Receipt')
    const request = await seed.sendRequest(customer, { fileName: 'north.zip' })
    await signIn(page, who === 'member of staff' ? STAFF : customer)
    await page.goto(`${who === 'member of staff' ? '/dashboard/requests' : '/my-dashboard'}?request=${request.id}`)
    await expect(detail(page, 'Size')).toHaveText('19 bytes')
    await expect(detail(page, 'SHA-256')).toHaveText(sha256('Photos of north.zip'))
    await expect(detail(page, 'Comparison')).toHaveText('Not verified against the original')
  })

test('a file that is still being read says how far, and is asked for alone until its SHA-256 is there', async ({
  page,
  seed,
}) => {
  const customer = await seed.createCustomer('Willy Wait')
  const request = await seed.sendRequest(customer)
  const check = { stage: 'reading', fraction: 0.43 }
  await alterReceipts(page, (receipt) => Object.assign(receipt, { sha256: null, agrees: null, check }))
  const isShown = Promise.withResolvers<void>()
  await page.route('**/api/crop-images/file?*', async (route) => {
    await isShown.promise
    await route.fallback()
  })
  await signIn(page, customer)
  await page.goto(`/my-dashboard?request=${request.id}`)
  await expect(detail(page, 'Comparison')).toHaveText('Checking…')
  isShown.resolve()
  const progress = detail(page, 'Comparison').getByRole('progressbar', { name: 'Reading the file' })
  await expect(progress).toHaveAttribute('value', '43')
  const lists: string[] = []
  page.on('request', (sent) => {
    if (/\/crop-images\/get(\?|$)/.test(sent.url())) lists.push(sent.url())
  })
  await page.unrouteAll({ behavior: 'wait' })
  await expect(detail(page, 'SHA-256')).toHaveText(sha256('Photos of flight.zip'))
  expect(lists).toEqual([])
})

test("the result of the comparison with the sender's file is shown", async ({ page, seed }) => {
  const customer = await seed.createCustomer('Conny Compared')
  const request = await seed.sendRequest(customer)
  await signIn(page, customer)
  await page.goto('/my-dashboard')
  await alterReceipts(page, (receipt) => Object.assign(receipt, { agrees: true }))
  await page.goto(`/my-dashboard?request=${request.id}`)
  await expect(detail(page, 'Comparison')).toHaveText('Identical to the original')
  await page.unrouteAll({ behavior: 'wait' })
  await alterReceipts(page, (receipt) => Object.assign(receipt, { agrees: false }))
  await page.reload()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
    'Differs from the original file. Upload it again.',
  )
})

test('the files of a report have their SHA-256 on demand', async ({ page, seed }) => {
  const customer = await seed.createCustomer('Resi Report')
  const request = await seed.sendRequest(customer)
  await seed.publishReport(request, ['values.csv', 'height.tif'])
  await signIn(page, customer)
  await page.goto(`/my-dashboard?request=${request.id}`)
  await page.getByRole('button', { name: 'View Reports' }).click()
  const reports = page.getByRole('dialog', { name: 'Processed Reports' })
  const sums = reports.locator('dd code')
  await expect(sums.first()).toBeHidden()
  await reports.getByText('SHA-256 of the files').click()
  await expect(sums).toHaveText([sha256('Values of values.csv'), sha256('Values of height.tif')])
})
