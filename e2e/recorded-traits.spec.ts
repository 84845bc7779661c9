import { readFile } from 'node:fs/promises'
import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import { readSheet } from './read-workbook.ts'
import { tryRankedOnPaper, tryReportOnPaper, trySeasonOnPaper } from './try-paper.ts'

const square = (column: number, row: number) => {
  const [left, bottom] = [-95.504 + column * 0.00006, 44.2258 + row * 0.00004]
  const [right, top] = [left + 0.00005, bottom + 0.00003]
  return [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
    [left, bottom],
  ]
}

/** Six genotypes in two replicates. */
const PLOTS = {
  type: 'FeatureCollection',
  features: Array.from({ length: 12 }, (_, at) => ({
    type: 'Feature',
    properties: {
      plot_id: String(101 + at),
      genotype: `G${(at % 6) + 1}`,
      rep: Math.floor(at / 6) + 1,
      row: Math.floor(at / 6) + 1,
      column: (at % 6) + 1,
    },
    geometry: { type: 'Polygon', coordinates: [square(at % 6, Math.floor(at / 6))] },
  })),
}

const TABLE = [
  'plot_id\tYield (kg/ha)\tHeight (cm) 2026-07-01\tHeight (cm) 2026-07-15\tMaturity',
  ...Array.from({ length: 12 }, (_, at) =>
    [
      101 + at,
      3000 + ((at * 37) % 12) * 20 + (at % 6) * 50,
      40 + (at % 5),
      70 + (at % 7),
      `${15 + (at % 6)}.08.2026`,
    ].join('\t'),
  ),
].join('\n')

test('a trial that was only scored has its yield on the map, by genotype and in files', async ({ page, seed }) => {
  const customer = await seed.createCustomer('Rita Record')
  await signIn(page, customer)
  await page.goto('/my-dashboard/trials')
  await page.getByRole('button', { name: 'New trial' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Wheat without a drone')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Wheat without a drone' })).toBeVisible()
  await page
    .getByRole('button', { name: /import plots/i })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({
      name: 'plots.geojson',
      mimeType: 'application/geo+json',
      buffer: Buffer.from(JSON.stringify(PLOTS)),
    })
  await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('No trait has values yet.')).toBeVisible()

  await page.getByRole('tab', { name: 'Table' }).click()
  await page.getByRole('button', { name: 'Add scores and yield' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add scores and yield' })
  await dialog.getByRole('textbox').first().fill(TABLE)
  await dialog.getByRole('button', { name: 'Save values' }).click()
  await expect(page.getByLabel('Trait')).toBeVisible()
  await page.getByLabel('Trait').selectOption({ label: 'Yield' })
  await expect(page.getByRole('figure', { name: 'Yield, kg/ha' })).toBeVisible()
  await expectAccessible(page, 'yield on the map')
  await page.getByRole('button', { name: '103', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Plot 103' })).toBeVisible()
  await expect(page.getByLabel('Maturity of plot 103')).toHaveValue('2026-08-17')
  await page.getByRole('tab', { name: 'Genotypes' }).click()
  await expect(page.getByRole('heading', { name: 'What can be trusted' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mean, kg/ha' })).toBeVisible()
  await tryRankedOnPaper(page)
  await page.getByLabel('Replicates and blocks').selectOption({ label: 'Not fitted: plots fully at random' })
  const workbook = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Workbook of the genotypes on all dates' }).click()
  const bytes = await readFile(await (await workbook).path())
  expect(new Set(readSheet(bytes, 3).map((row) => row[2]))).toEqual(new Set(['trait', 'Yield']))
  expect(readSheet(bytes, 8)).toContainEqual(['replicates and blocks', 'not fitted'])
  await page.getByLabel('Trait').selectOption({ label: 'Maturity' })
  await expect(page.getByRole('row', { name: /G1/ }).getByText('15 Aug 2026').first()).toBeVisible()
  await page.getByRole('tab', { name: 'Season' }).click()
  await expect(page.getByText('Maturity has no date, so it has no season.')).toBeVisible()
  await page.getByLabel('Trait').selectOption({ label: 'Height' })
  await expect(page.getByRole('figure', { name: 'Height, cm over the season' })).toBeVisible()
  await trySeasonOnPaper(page)

  await page.getByRole('tab', { name: 'Correlation' }).click()
  await page.getByRole('combobox', { name: 'Correlation with' }).selectOption({ label: 'Maturity' })
  await expect(page.getByText('this trial has no planting date')).toBeVisible()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Planted on').fill('2026-05-10')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(
    page
      .getByRole('table', { name: /Correlations with Maturity, days after planting/ })
      .or(page.getByRole('region', { name: 'Correlations with Maturity, days after planting' })),
  ).toBeVisible()

  await page.getByRole('tab', { name: 'Downloads' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Report' }).click()
  expect((await saved).suggestedFilename()).toBe('Wheat_without_a_drone_traits.html')
  await tryReportOnPaper(page, await (await saved).path())
})
