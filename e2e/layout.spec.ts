import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './expect-accessible.ts'
import { expect, expectToast, type Seed, signIn, test } from './fixtures.ts'
import { PLACE, UTM_15_NORTH } from './placed-field.ts'

/** A trial with one flight over 18 by 12 m, on its page. */
async function openTrial(page: Page, seed: Seed): Promise<void> {
  const customer = await seed.createCustomer('Lara Layout')
  const request = await seed.sendRequest(customer)
  const field = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#b49678' } })
    .tiff({ compression: 'lzw' })
    .toBuffer()
  const files = [
    { name: 'field 2026-06-30.tfw', content: PLACE },
    { name: 'field 2026-06-30.prj', content: UTM_15_NORTH },
    { name: 'field 2026-06-30.tif', content: new Uint8Array(field) },
  ]
  await seed.publishReport(request, files, 'One flight')
  await signIn(page, customer)
  await page.goto('/my-dashboard/trials')
  await page.getByRole('button', { name: 'New trial' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Layout')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Add flights' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add flights' })
  await expect(dialog.getByRole('checkbox', { name: 'field 2026-06-30.tif' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Remove the flight of 30 Jun 2026' })).toBeVisible()
}

test('plots are drawn on the map of a flight, by clicks, by keys and by numbers, and saved', async ({ page, seed }) => {
  await openTrial(page, seed)
  await page.getByRole('link', { name: 'Draw plots' }).click()
  const map = page.getByRole('application', { name: /^Plots on the map/ })
  await expect(map).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByText('Click where the first row begins')).toBeVisible()
  const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)
  await fill('Rows', '2')
  await fill('Columns', '4')
  await fill('Plot length, m', '4')
  const box = await map.boundingBox()
  if (!box) throw new Error('The map has no size')
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  await page.mouse.click(...at(0.3, 0.7))
  await page.mouse.click(...at(0.7, 0.7))
  await page.mouse.click(...at(0.5, 0.5))
  await expect(page.getByText('8 plots of 4.00 × 1.50 m')).toBeVisible()
  const bearing = page.getByLabel('Bearing, °')
  await expect(bearing).toHaveValue('90')
  // The second corner is where the row ends, not where it was clicked.
  await page.getByLabel('Selected', { exact: true }).selectOption('Corner 2')
  await map.press('Shift+ArrowUp')
  await expect(bearing).not.toHaveValue('90')
  await map.press('Control+z')
  await expect(bearing).toHaveValue('90')

  await fill('Corner 1 east, m', '300006')
  await fill('Corner 1 north, m', '4900001.5')
  await fill('Bearing, °', '90')
  await fill('At the sides, m', '0.25')
  await fill('At the ends, m', '0.5')
  await expect(page.getByText('3.00 m² (50 %) without the buffer')).toBeVisible()
  await page.getByLabel('Selected', { exact: true }).selectOption('Corner 1')
  const east = page.getByLabel('Corner 1 east, m', { exact: true })
  await fill('Corner 1 east, m', '300006')
  await map.press('ArrowRight')
  await map.press('Shift+ArrowRight')
  await expect(east).toHaveValue('300006.55')
  await map.press('Control+z')
  await expect(east).toHaveValue('300006')
  await map.press('Control+Shift+z')
  await expect(east).toHaveValue('300006.55')
  await expectAccessible(page, 'draw plots')

  await page.getByLabel('Selected', { exact: true }).selectOption('One plot')
  await fill('Moved north, m', '0.4')
  await expect(page.getByText('1 plot lies beside the grid.')).toBeVisible()
  await page.getByRole('button', { name: 'Snap each plot' }).click()
  await expect(page.getByText('Plants and gaps look alike here')).toBeVisible()
  await page.reload()
  await expect(page.getByText('1 plot lies beside the grid.')).toBeVisible()
  await fill('Plot ids', 'A')
  await expect(page.getByRole('alert')).toContainText('Some plots would have the same id')
  await fill('Plot ids', 'A{row}{column:2}')
  await page.getByRole('tab', { name: 'Table' }).click()
  await expect(page.getByRole('rowheader', { name: 'A204' })).toBeVisible()
  await page.getByRole('link', { name: 'Trial', exact: true }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save plots' }).click()
  await expectToast(page, 'Plots saved')
  await expect(page.getByText('8 plots, version 1')).toBeVisible()

  const edit = page.getByRole('link', { name: 'Edit layout' })
  await edit.click()
  await expect(page.getByRole('heading', { level: 1, name: /^Edit layout, version 1, of / })).toBeVisible()
  await expect(page.getByLabel('Rows', { exact: true })).toHaveValue('2')
  await expect(page.getByLabel('Plot ids', { exact: true })).toHaveValue('A{row}{column:2}')
  await expect(page.getByText('1 plot lies beside the grid.')).toBeVisible()
  // Nothing was changed, so nothing is asked.
  await page.getByRole('link', { name: 'Trial', exact: true }).click()
  await edit.click()
  await fill('Columns', '3')
  await page.getByRole('button', { name: 'Save plots' }).click()
  await expectToast(page, 'Plots saved')
  await expect(page.getByText('6 plots, version 2')).toBeVisible()
})
