import { readFile } from 'node:fs/promises'
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

/** Of A4, less the margins of a report, in pixels of a page. */
const PAPER = { width: 680, height: 995 }

/** A report that was downloaded: pages of A4, and nothing is wider than one. */
export async function tryReportOnPaper(page: Page, path: string): Promise<void> {
  const report = await page.context().newPage()
  await report.setContent(await readFile(path, 'utf8'))
  await report.emulateMedia({ media: 'print' })
  await report.setViewportSize(PAPER)
  await expect(report.getByRole('term')).toContainText(['Account', 'Planted on', 'Report made on'])
  await expect(report.getByText('No value, or excluded').first()).toBeVisible()
  const wider = await report.evaluate(
    (width) =>
      [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > width + 1).length,
    PAPER.width,
  )
  expect(wider).toBe(0)
  const pages = (await report.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/MediaBox \[[^\]]*\]/g) ?? []
  expect(pages.length).toBeGreaterThan(1)
  for (const size of pages) expect(size).toMatch(/\[0 0 59[45]\.\d+ 84[12]\.\d+\]/)
  await report.close()
}
