import sharp from 'sharp'
import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'

const picture = async (width: number, height: number) =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background: '#5fa657' } })
      .png()
      .toBuffer(),
  )

const table = ['plot;height', ...Array.from({ length: 1500 }, (_, row) => `A-${row + 1};${row / 100}`)].join('\n')

test('a customer looks at a report on the page of its request, and takes all of it', async ({ page, seed }) => {
  const customer = await seed.createCustomer('Rita Report')
  const request = await seed.sendRequest(customer)
  await seed.publishReport(request, ['heights.las'], 'First look')
  await seed.publishReport(
    request,
    [
      { name: 'canopy.png', content: await picture(1200, 600) },
      { name: 'values.csv', content: table },
      { name: 'report.pdf', content: '%PDF-1.4' },
    ],
    'With the values',
  )
  await signIn(page, customer)
  await page.goto(`/my-dashboard/requests/${request.id}`)
  const report = page.getByRole('tabpanel', { name: 'Report' })
  await expect(report).toContainText(/Version 2, \d{1,2} [A-Z][a-z]{2} \d{4} \| \d{1,2}:\d{2} (UTC|GMT|[A-Z]{3,4})/)
  await expect(report).toContainText('With the values')
  const files = report.getByRole('list', { name: 'Files of the report' }).getByRole('listitem')
  await expect(files).toHaveCount(4)
  await expect(files.nth(0)).toContainText('Point cloud')
  await expect(files.nth(1)).toContainText('Image, 1200 × 600 px')
  await expectAccessible(page, 'report')

  const look = report.getByRole('button', { name: 'Look at canopy.png' })
  await look.click()
  const preview = page.getByRole('dialog', { name: 'canopy.png' })
  await expect(preview.getByRole('img', { name: 'Preview of canopy.png' })).toHaveJSProperty('naturalWidth', 1200)
  await page.keyboard.press('Escape')
  await expect(look).toBeFocused()

  await report.getByRole('button', { name: 'Open: values.csv' }).click()
  const values = page.getByRole('dialog', { name: 'values.csv' })
  await expect(values.getByText('A-1', { exact: true })).toBeVisible()
  // A window that becomes larger shows more rows.
  await page.setViewportSize({ width: 1280, height: 2400 })
  await expect(values.getByText('A-70', { exact: true })).toBeVisible()
  await expect(values).toContainText('First 1,000 rows, 2 columns')
  await expect(values.getByRole('columnheader')).toHaveText(['plot', 'height'])
  await expectAccessible(page, 'table of a report')
  const rows = values.getByRole('region', { name: 'Rows of the table' })
  await expect(async () => {
    await rows.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(values.getByRole('cell', { name: 'A-1000', exact: true })).toBeInViewport({ timeout: 100 })
  }).toPass({ intervals: [20] })
  await expect(values.getByRole('columnheader', { name: 'plot' })).toBeInViewport()
  await page.keyboard.press('Escape')

  const opened = page.context().waitForEvent('response', (response) => response.url().includes('report.pdf'))
  await report.getByRole('link', { name: 'Open: report.pdf, in a new tab' }).click()
  expect((await opened).headers()['content-type']).toBe('application/pdf')

  await report.getByText('Earlier version and what changed').click()
  await expect(report).toContainText('Added: canopy.png, values.csv, report.pdf')
  await expect(report).toContainText(/Version 1, .*Added: heights\.las/)

  const download = page.waitForEvent('download')
  await report.getByRole('link', { name: /Download all/ }).click()
  expect((await download).suggestedFilename()).toBe('Soybean_Yield_Trial report.zip')
})
