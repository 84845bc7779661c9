import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect, expectToast } from './fixtures.ts'

const DAY_MS = 86_400_000

/** 20 °C on each day from 10 May 2026 until the day before 14 Jul 2026, and 15 from the day of the first flight on. */
const PASTED = [
  'date\tmin\tmax',
  ...Array.from({ length: 65 }, (_, at) => {
    const date = new Date(Date.UTC(2026, 4, 10) + at * DAY_MS).toISOString().slice(0, 10)
    return `${date}\t${date < '2026-06-30' ? '14\t26' : '9\t21'}`
  }),
].join('\n')

/** Soybean planted on 10 May 2026, with flights on 30 Jun 2026 and 14 Jul 2026: the season along degree-days. */
export async function tryDegreeDays(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Set-up' }).click()
  await page.getByText('More: own formulas, temperatures').click()
  await page.getByRole('button', { name: 'Temperatures' }).click()
  const dialog = page.getByRole('dialog', { name: 'Temperatures' })
  await expect(dialog.getByLabel('Base temperature, °C')).toHaveValue('10')
  await dialog.getByLabel('Cells of a spreadsheet').fill(PASTED)
  await expect(dialog.getByText('65 days from 10 May 2026 to 13 Jul 2026, means from 15 to 20 °C.')).toBeVisible()
  await expectAccessible(page, 'temperatures of a trial')
  await dialog.getByRole('button', { name: 'Save temperatures' }).click()
  await expectToast(page, 'Temperatures saved')
  // 51 days of 10, then 14 of 5.
  await expect(page.getByText('30 Jun 2026, 51 days after planting, 510 degree-days')).toBeVisible()
  await page.getByRole('tab', { name: 'Season' }).click()
  await page.getByLabel('Along').selectOption('Degree-days')
  await expect(page.getByRole('figure', { name: 'Canopy cover, % over the season' })).toContainText(
    'Degree-days after planting',
  )
  const seasons = page.getByRole('region', { name: 'Canopy cover, %: season of each plot' })
  // 50 points over 70 degree-days; from 50 % to 80 % it takes 42 of them.
  await expect(seasons.getByRole('row', { name: /^102/ })).toHaveText(/102\s*MN1410\s*50\s*0\.7143\s*.*552/)
  await page.getByLabel('Along').selectOption('Days after planting')
}
