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
  await expect(page.getByText(/, printed on \d+ \w+ \d{4}$/)).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await expect(page.getByRole('application')).toBeVisible()
}

/** A map of heights as the browser prints it: one page on its side, without what only a screen can do. */
export async function tryMapScreenOnPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  const picture = page.getByRole('img', { name: 'Elevation, 1 Jul 2026' })
  await expect(picture).toBeVisible()
  await expect(page.getByText('Elevation, m', { exact: true })).toBeVisible()
  await expect(page.getByText(/ cm a pixel, printed on \d+ \w+ \d{4}$/)).toBeVisible()
  await expect(page.getByRole('application')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  const pages = sizesOf(await page.pdf({ preferCSSPageSize: true }))
  expect(pages).toHaveLength(1)
  expect(pages[0]).toMatch(/\[0 0 84[12]\.\d+ 59[45]\.\d+\]/)
  await page.emulateMedia({ media: 'screen' })
  await expect(page.getByRole('application').first()).toBeVisible()
}

const sizesOf = (pdf: Buffer): string[] => pdf.toString('latin1').match(/\/MediaBox \[[^\]]*\]/g) ?? []

/** Charts take the size of the page, whatever room they had on the screen. */
export async function trySeasonOnPaper(page: Page): Promise<void> {
  const chart = page
    .getByRole('figure', { name: / over the season$/ })
    .locator('svg')
    .first()
  await page.emulateMedia({ media: 'print' })
  await expect(chart).toHaveAttribute('viewBox', '0 0 680 320')
  await page.emulateMedia({ media: 'screen' })
  await expect(chart).not.toHaveAttribute('viewBox', '0 0 680 320')
}

/** Genotypes of the chart are buttons, which are printed all the same. */
export async function tryRankedOnPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('figure [data-printed]').first()).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
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
  const pages = sizesOf(await report.pdf({ preferCSSPageSize: true }))
  expect(pages.length).toBeGreaterThan(1)
  for (const size of pages) expect(size).toMatch(/\[0 0 59[45]\.\d+ 84[12]\.\d+\]/)
  await report.close()
}
