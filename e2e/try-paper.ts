import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { shareOf } from './share-of-colour.ts'

/** Of the lowest and the highest cover, over soil and canopy. */
const NONE = [234, 221, 197] as const
const ALL = [27, 58, 69] as const

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

/** The map as it is printed: a plot of soil, and two of canopy. */
export async function tryMapOnPaper(page: Page, map: Locator): Promise<void> {
  const picture = map.getByRole('img', { name: 'Canopy cover, % on 14 Jul 2026' })
  // A real print is announced before the page is laid out for it. Here the map may lose its size first, and the picture is empty.
  await expect(async () => {
    await page.emulateMedia({ media: 'screen' })
    await expect(page.getByRole('application')).toHaveAttribute('aria-busy', 'false')
    await page.emulateMedia({ media: 'print' })
    await expect(picture).toBeVisible()
    const [none, all] = [await shareOf(picture, NONE), await shareOf(picture, ALL)]
    expect(none).toBeGreaterThan(0.01)
    expect(all / none).toBeCloseTo(2, 0)
  }).toPass()
  await expect(page.getByRole('application')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await expect(page.getByRole('application')).toBeVisible()
}
