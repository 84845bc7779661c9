import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect } from './fixtures.ts'

/** Groups the plots of the trial, computes a column, and looks at values and their warnings. The table shows the same as before. */
export async function tryTable(page: Page, table: Locator): Promise<void> {
  await groupByGenotype(page, table)
  await computeColumn(page, table)
  await lookAtValues(page)
}

async function groupByGenotype(page: Page, table: Locator): Promise<void> {
  await page.getByLabel('Rows', { exact: true }).selectOption('Plots by genotype')
  await expect(table.getByRole('row', { name: /plots of MN0095/ })).toHaveText(
    /MN0095\s*2 plots\s*MN0095\s*3,200\s*50\.0\s*50\.0/,
  )
  await page.getByRole('button', { name: 'Show genotypes only' }).click()
  await expect(table.getByRole('row', { name: /plot 101/ })).toHaveCount(0)
  await table.getByRole('button', { name: '14 Jul 2026' }).click()
  await expect(table.getByRole('rowheader')).toHaveText([/MN1410/, /MN0095/])
  await table.getByRole('button', { name: /MN0095/ }).click()
  await expect(table.getByRole('rowheader')).toHaveText([/MN1410/, /MN0095/, '103', '101'])
  await expectAccessible(page, 'plots by genotype')
  await page.getByLabel('Rows', { exact: true }).selectOption('Each plot')
}

async function computeColumn(page: Page, table: Locator): Promise<void> {
  await page.getByRole('button', { name: 'Formula column' }).click()
  const ratio = page.getByRole('dialog', { name: 'New formula column' })
  await ratio.getByLabel('Name').fill('Yield of cover')
  await ratio.getByLabel('Formula', { exact: true }).fill('2 * [Yield] / [canopyCover]')
  await expect(ratio.getByText('There is no column [canopyCover] in this table')).toBeVisible()
  await ratio.getByLabel('Formula', { exact: true }).fill('2 * [Yield] / ')
  await ratio.getByLabel('Column', { exact: true }).selectOption('canopyCover')
  await ratio.getByRole('button', { name: 'Insert' }).click()
  await expectAccessible(page, 'new formula column')
  await ratio.getByRole('button', { name: 'Save column' }).click()
  await expect(table.getByRole('row', { name: /plot 102/ })).toHaveText(/102\s*MN1410\s*58\.01\*?\s*50\.0/)
  await expect(table.getByRole('row', { name: /plot 101/ })).toHaveText(/101\s*MN0095\s*–\*?\s*0\.0/)
  await page.getByText('Formula columns (1)').click()
  await page.getByRole('button', { name: 'Delete Yield of cover' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Yield of cover' })).toHaveCount(0)
}

async function lookAtValues(page: Page): Promise<void> {
  await page.getByLabel('Columns').selectOption('All traits on 30 Jun 2026')
  await expect(page.getByRole('columnheader', { name: 'NGRDI' })).toBeVisible()
  const ofDay = page.getByRole('region', { name: 'All traits on 30 Jun 2026' })
  await page.getByLabel('Warnings').selectOption('Only without warnings')
  await expect(page.getByText('0 of 3 plots')).toBeVisible()
  await page.getByLabel('Warnings').selectOption('Only with a warning')
  await expect(page.getByText('3 of 3 plots', { exact: true })).toBeVisible()
  const half = ofDay.getByRole('row', { name: /plot 102/ }).getByRole('button', { name: '50.0' })
  await half.press('Enter')
  const inspector = page.getByRole('region', { name: 'Plot 102', exact: true })
  await expect(inspector.getByText('What made the value of 30 Jun 2026')).toBeVisible()
  await expect(page).toHaveURL(/date=2026-06-30/)
  await expectAccessible(page, 'a plot beside the table')
  await half.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Plot 103', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Close the plot' }).click()
  await expect(ofDay.getByRole('row', { name: /plot 103/ }).getByRole('button', { name: '100.0' })).toBeFocused()
  await page.getByLabel('Warnings').selectOption('With and without warnings')
  await page.getByLabel('Columns').selectOption('This trait on each date')
}

/** From plot 102 on; the change is taken back. */
export async function tryPaste(page: Page, cell: (plotId: string) => Locator): Promise<void> {
  const paste = (text: string) =>
    cell('102').evaluate((field, copied) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', copied)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, text)
  await paste('2800\n2700\n')
  await expect(cell('103')).toHaveValue('2700')
  await paste('1\n2\n3\n')
  await expect(page.getByText('3 rows were copied, and only 2 begin here')).toBeVisible()
  await page.getByRole('tab', { name: 'Table' }).press('Control+z')
  await expect(cell('102')).toHaveValue('2900.5')
  await expect(cell('103')).toHaveValue('')
}
