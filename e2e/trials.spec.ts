import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expectAccessible } from './expect-accessible.ts'
import { expect, expectToast, STAFF, signIn, test } from './fixtures.ts'
import { PLACE, UTM_15_NORTH } from './placed-field.ts'
import { readFirstSheet } from './read-workbook.ts'

/** 18 by 12 m of soil, with canopy on the right from a column on. */
const field = async (from: number) => {
  const green = await sharp({ create: { width: 900 - from, height: 600, channels: 3, background: '#3c7828' } })
    .png()
    .toBuffer()
  const soil = sharp({ create: { width: 900, height: 600, channels: 3, background: '#b49678' } })
  return new Uint8Array(
    await soil
      .composite([{ input: green, left: from, top: 0 }])
      .tiff({ compression: 'lzw' })
      .toBuffer(),
  )
}

/** A plot of 4 by 4 m, metres from the lower left corner of the field. */
const plot = (name: string, [x, y]: readonly [number, number], genotype: string) => {
  const [left, bottom] = [300_000 + x, 4_900_000 + y]
  const ring = [
    [left, bottom],
    [left + 4, bottom],
    [left + 4, bottom + 4],
    [left, bottom + 4],
    [left, bottom],
  ]
  return {
    type: 'Feature',
    properties: { plot_id: name, genotype },
    geometry: { type: 'Polygon', coordinates: [ring] },
  }
}

/** Soil, half of each, and canopy on the first date; canopy in all of the half on the second. */
const PLOTS = {
  type: 'FeatureCollection',
  crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::32615' } },
  features: [plot('101', [1, 4], 'MN0095'), plot('102', [7, 4], 'MN1410'), plot('103', [13, 4], 'MN0095')],
}

test('a customer measures every plot of a trial, and sees it over the season', async ({ page, seed }) => {
  const customer = await seed.createCustomer('Tina Trial')
  const request = await seed.sendRequest(customer)
  const flights = [
    ['2026-06-30', 450],
    ['2026-07-14', 300],
  ] as const
  const files = await Promise.all(
    flights.map(async ([date, from]) => [
      { name: `field ${date}.tfw`, content: PLACE },
      { name: `field ${date}.prj`, content: UTM_15_NORTH },
      { name: `field ${date}.tif`, content: await field(from) },
    ]),
  )
  await seed.publishReport(request, files.flat(), 'Two flights')
  await signIn(page, customer)
  await page.goto('/my-dashboard')
  await page.getByRole('navigation', { name: 'Work' }).getByRole('link', { name: 'Trials' }).click()
  await expect(page.getByText('No trials')).toBeVisible()
  await expectAccessible(page, 'no trials')
  await page.getByRole('button', { name: 'New trial' }).click()
  const form = page.getByRole('dialog', { name: 'New trial' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toContainText('Name the trial')
  await form.getByLabel('Name').fill('Soybean yield, North 7')
  await form.getByLabel('Crop').fill('Soybean')
  await form.getByLabel('Planted on').fill('2026-05-10')
  await form.getByRole('button', { name: 'Save' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Soybean yield, North 7' })).toBeVisible()
  await expect(page.getByText('Add a flight and import the plots first.')).toBeVisible()
  for (const [date] of flights) {
    const dialog = page.getByRole('dialog', { name: 'Add flight' })
    await page.getByRole('button', { name: 'Add flight' }).click()
    // The map is looked at by a job first.
    await expect(dialog.getByRole('option', { name: new RegExp(date) })).toBeAttached()
    await dialog.getByLabel('Orthomosaic').selectOption({ label: `field ${date}.tif, ${date}` })
    await expect(dialog.getByLabel('Taken on')).toHaveValue(date)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('button', { name: `Remove the flight of ${date}` })).toBeVisible()
  }
  await expect(page.getByText('2026-06-30, 51 days after planting')).toBeVisible()

  await page.getByRole('button', { name: 'Import plots' }).click()
  const plots = page.getByRole('dialog', { name: 'Import plots' })
  const choose = (name: string, text: string) =>
    plots
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/geo+json', buffer: Buffer.from(text) })
  await choose('plots.csv', 'plot;row')
  await expect(plots.getByText('This is no GeoJSON with features.')).toBeVisible()
  await choose('plots.geojson', JSON.stringify(PLOTS))
  await expect(plots.getByText('3 plots, on the maps of this trial')).toBeVisible()
  await expect(plots.getByLabel('Coordinate system (EPSG code)')).toHaveValue('32615')
  await expectAccessible(page, 'import plots')
  await plots.getByRole('button', { name: 'Save plots' }).click()
  await expectToast(page, 'Plots saved')
  await expect(page.getByText('3 plots, version 1')).toBeVisible()

  await page.getByLabel('Buffer, m').fill('wide')
  await page.getByRole('button', { name: 'Measure' }).click()
  await expect(page.getByText('From 0 to 10')).toBeVisible()
  await page.getByLabel('Buffer, m').fill('0')
  const traits = page.getByLabel('Traits', { exact: true })
  await traits.selectOption('Chosen ones')
  await page.getByRole('group', { name: 'Canopy' }).getByLabel('Canopy cover').uncheck()
  await expect(page.getByText('Choose a trait')).toBeVisible()
  await page.getByLabel('NGRDI: Normalised green-red difference').check()
  await expectAccessible(page, 'choice of traits')
  await traits.selectOption('All that the maps allow')
  await page.getByRole('button', { name: 'Measure' }).click()
  const tab = (name: string) => page.getByRole('tab', { name }).click()
  await tab('Table')
  const table = page.getByRole('region', { name: 'Canopy cover, % of all plots' })
  await expect(table.getByRole('row', { name: /plot 101/ })).toHaveText(/101\s*MN0095\s*0\.0\*?\s*0\.0/)
  await expect(table.getByRole('row', { name: /plot 102/ })).toHaveText(/102\s*MN1410\s*50\.0\*?\s*100\.0/)
  await expect(table.getByRole('row', { name: /plot 103/ })).toHaveText(/103\s*MN0095\s*100\.0\*?\s*100\.0/)
  await expectAccessible(page, 'values of a trial in a table')
  await page.getByLabel('Filter plots').fill('mn1410')
  await expect(page.getByText('1 of 3 plots')).toBeVisible()
  await page.getByLabel('Filter plots').fill('')
  await table.getByRole('checkbox', { name: 'Select plot 103' }).check()
  await page.getByRole('group', { name: 'Selected plots' }).getByRole('button', { name: 'Exclude' }).click()
  const exclusion = page.getByRole('dialog', { name: 'Exclude 1 plot' })
  await exclusion.getByRole('button', { name: 'Exclude', exact: true }).click()
  await expect(exclusion.getByText('Say why')).toBeVisible()
  await expectAccessible(page, 'exclude plots')
  await exclusion.getByLabel('Reason').fill('Flooded')
  await exclusion.getByRole('button', { name: 'Exclude', exact: true }).click()
  await expect(table.getByTitle('Excluded: Flooded')).toHaveCount(2)
  await tab('Season')
  await expect(page.getByText('1 excluded plot is left out.')).toBeVisible()
  await tab('Table')
  await table.getByRole('checkbox', { name: 'Select plot 103' }).check()
  await page.getByRole('button', { name: 'Take back in' }).click()
  await expect(table.getByTitle('Excluded: Flooded')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(table.getByTitle('Excluded: Flooded')).toHaveCount(2)
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect(table.getByTitle('Excluded: Flooded')).toHaveCount(0)

  await page.getByRole('button', { name: 'Add scores and yield' }).click()
  const scores = page.getByRole('dialog', { name: 'Add scores and yield' })
  await scores.getByLabel('Cells of a spreadsheet').fill('plot_id\tYield (kg/ha)\n101\t3200\n102\t2900,5\n109\t1')
  await expect(scores.getByRole('region', { name: 'Report' })).toContainText('Values for 2 of 3 plots')
  await expect(scores.getByRole('region', { name: 'Report' })).toContainText(
    'For no plot of this trial: 1 (line 4: 109)',
  )
  await expectAccessible(page, 'scores and yield')
  await scores.getByRole('button', { name: 'Save values' }).click()
  const cell = (plotId: string) => table.getByLabel(`Yield, kg/ha of plot ${plotId}`)
  await expect(cell('102')).toHaveValue('2900.5')
  await cell('102').fill('3000')
  await cell('102').press('Enter')
  await expect(cell('103')).toBeFocused()
  await expect(cell('102')).toHaveValue('3000')
  await page.getByRole('tab', { name: 'Table' }).press('Control+z')
  await expect(cell('102')).toHaveValue('2900.5')
  await page.getByText('Own columns (1)').click()
  await expect(page.getByText('2 values, changed by Tina Trial')).toBeVisible()
  await expectAccessible(page, 'own columns in the table of a trial')
  await page.getByLabel('Columns').selectOption('All traits on 2026-06-30')
  await expect(page.getByRole('columnheader', { name: 'NGRDI' })).toBeVisible()
  await page.getByLabel('Columns').selectOption('This trait on each date')
  await table.getByRole('button', { name: '102' }).click()

  await page.getByRole('tab', { name: 'Table' }).press('ArrowLeft')
  await expectAccessible(page, 'values of a trial on a map')
  const map = page.getByRole('figure', { name: 'Canopy cover, % on 2026-07-14' })
  await expect(map).toBeVisible()
  await page.getByRole('slider', { name: 'Date' }).fill('0')
  await expect(page.getByRole('figure', { name: 'Canopy cover, % on 2026-06-30' })).toBeVisible()
  const season = page.getByRole('region', { name: 'Plot 102' })
  await expect(season).toContainText('MN1410')
  await expect(season.getByRole('listitem').first()).toContainText('2026-06-3050.0 %')
  const photo = page.getByRole('application', { name: 'Canopy cover, % on 2026-06-30' })
  await expect(photo).toHaveAttribute('aria-busy', 'false')
  await page.getByLabel('Beside it').selectOption('2026-07-14')
  await expect(page.getByRole('application', { name: 'Canopy cover, % on 2026-07-14' })).toBeVisible()
  await page.getByLabel('Show', { exact: true }).selectOption('Pixels')
  await expect(page.getByText('Pixels can’t be shown: This trait has a value for a plot only.')).toHaveCount(2)
  await page.getByLabel('Show', { exact: true }).selectOption('Plants and soil')
  const whatIf = page.getByRole('region', { name: 'What if' })
  await expect(whatIf.getByRole('status')).toHaveText(/2026-06-30: mean cover 50\.0 %, measured 50\.0 %\. .*: 1\.00\./)
  await whatIf.getByRole('slider', { name: 'Threshold' }).fill('-0.1')
  await expect(page).toHaveURL(/threshold=-0.1/)
  await expect(whatIf.getByRole('status')).toContainText('mean cover 100.0 %, measured 50.0 %')
  await page.getByRole('button', { name: 'As measured' }).click()
  await expectAccessible(page, 'two dates of a trial side by side')
  await page.getByLabel('Beside it').selectOption('No other date')

  await tab('Season')
  const seasons = page.getByRole('region', { name: 'Canopy cover, %: season of each plot' })
  // From planting: 51 days to 50 %, 14 more to 100 %.
  await expect(seasons.getByRole('row', { name: /^102/ })).toHaveText(
    /102\s*MN1410\s*50\s*3\.571\s*2,325\s*3\.571\s*58\s*59\.4/,
  )
  await expect(seasons.getByRole('row', { name: /^103/ })).toContainText('reached before the first flight')
  await expect(seasons.getByRole('row', { name: /^101/ })).toContainText('not reached')
  await expectAccessible(page, 'the season of a trial')
  await tab('Genotypes')
  await expect(page.getByText('Fewer than 3 genotypes have a value.')).toBeVisible()
  const genotypes = page.getByRole('region', { name: 'Canopy cover, % of genotypes on 2026-06-30' })
  await expect(genotypes.getByRole('row', { name: /^MN0095/ })).toHaveText(/MN0095\s*2\s*50\.0\s*1/)
  await expectAccessible(page, 'the genotypes of a trial')
  await genotypes.getByRole('button', { name: 'MN0095' }).click()
  await expect(page).toHaveURL(/genotype=MN0095/)
  await expect(page.getByRole('region', { name: 'Plots of MN0095' }).getByRole('rowheader')).toHaveText(['101', '103'])
  await expectAccessible(page, 'a genotype')
  await page.getByRole('button', { name: 'All genotypes' }).click()

  await page.getByLabel('Trait', { exact: true }).selectOption('NGRDI')
  await tab('Table')
  // (120 - 60) / (120 + 60), and (150 - 180) / (150 + 180).
  await expect(page.getByRole('row', { name: /plot 103/ })).toHaveText(/0\.3333\*?\s*0\.3333/)
  await expect(page.getByRole('row', { name: /plot 101/ })).toHaveText(/-0\.09091\*?\s*-0\.09091/)
  await page.getByRole('button', { name: '2026-06-30', exact: true }).click()
  await expect(page.getByRole('rowheader').first()).toHaveText('103')
  await expect(page).toHaveURL(/trait=NGRDI/)
  await page.reload()
  await expect(page.getByLabel('Trait', { exact: true })).toHaveValue('NGRDI')
  await tab('Map')
  await expect(page.getByRole('region', { name: 'Plot 102' })).toBeVisible()
  await tab('Downloads')

  await expectAccessible(page, 'downloads of a trial')
  const workbook = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Workbook (XLSX)' }).click()
  const sheet = readFirstSheet(await readFile(await (await workbook).path()))
  const at = (title: string) => sheet[0]?.indexOf(title) ?? -1
  const values = sheet.slice(1).map((row) => [row[at('plot_id')], Number(row[at('canopyCover_mean_2026-07-14')])])
  // As the table above shows them.
  expect(values).toEqual([
    ['101', 0],
    ['102', 100],
    ['103', 100],
  ])

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV of all values' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('Soybean_yield_North_7_traits.csv')
  const [head = '', ...rows] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  const columns = head.replace('\u{feff}', '').split(',')
  const cover = rows
    .map((row) => row.split(','))
    .filter((cells) => cells[columns.indexOf('trait')] === 'canopyCover')
    .map((cells) => ['plot_id', 'date', 'value'].map((name) => cells[columns.indexOf(name)]))
  expect(cover).toContainEqual(['102', '2026-06-30', '50'])

  await page.getByText('Flights, plots and measuring').click()
  await page.getByRole('button', { name: 'Add plot names and genotypes' }).click()
  const names = page.getByRole('dialog', { name: 'Add plot names and genotypes' })
  await names
    .getByLabel('Cells of a spreadsheet')
    .fill('plot\trow\trange\tvariety\n101\t1\t1\tMN0095\n102\t1\t2\tMN1410\n109\t1\t3\tMN0095')
  const report = names.getByRole('region', { name: 'Report' })
  await expect(report).toContainText('2 of 3 plots matched by plot id')
  await expect(report).toContainText('Plots that the table does not name: 1')
  await expect(report).toContainText('line 4: 109')
  await names.getByRole('button', { name: 'Flip columns' }).click()
  await expect(names.getByRole('button', { name: 'Flip columns' })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page, 'names of plots')
  await names.getByRole('button', { name: 'Save plots' }).click()
  await expect(page.getByText('3 plots, version 2')).toBeVisible()

  await signIn(page, STAFF)
  await page.goto('/dashboard/trials')
  const row = page.getByRole('row', { name: /Soybean yield, North 7/ })
  await expect(row).toContainText('Tina Trial')
  await row.getByRole('link').click()
  await tab('Table')
  await expect(page.getByRole('rowheader', { name: '102' })).toBeVisible()
})

test('a trial is edited and deleted, and that of someone else does not exist', async ({ page, seed }) => {
  const customer = await seed.createCustomer('Dora Delete')
  await signIn(page, customer)
  await page.goto('/my-dashboard/trials')
  await page.getByRole('button', { name: 'New trial' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Wheat')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Crop').fill('Winter wheat')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Trial changed')
  await expect(page.getByText('Dora Delete, Winter wheat')).toBeVisible()
  const address = page.url()

  await signIn(page, await seed.createCustomer('Stan Stranger'))
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Trial not found' })).toBeVisible()

  await signIn(page, customer)
  await page.goto(address)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expectToast(page, 'Trial deleted')
  await expect(page.getByText('No trials')).toBeVisible()
})
