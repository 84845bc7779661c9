import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The table of three plots as it is printed. */
export async function tryTableOnPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 3, name: 'Table: Canopy cover, %' })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('tablist')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('rowheader')).toHaveText(['101', '102', '103'])
  await page.emulateMedia({ media: 'screen' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
}

/** The map as it is printed. */
export async function tryMapOnPaper(page: Page, map: Locator): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  await expect(map.getByRole('img', { name: 'Canopy cover, % on 2026-07-14' })).toBeVisible()
  await expect(page.getByRole('application')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await expect(page.getByRole('application')).toBeVisible()
}
