import { type Firefox, openFirefox } from './firefox.ts'
import { expect, type Seed, test } from './fixtures.ts'
import { fieldFiles, PLOTS } from './placed-field.ts'
import { type Customer } from './seed.ts'

const FLIGHTS = [
  ['2026-06-30', 450],
  ['2026-07-14', 300],
] as const

let firefox: Firefox
test.beforeEach(async () => {
  firefox = await openFirefox()
})
test.afterEach(() => firefox.close())

test('a trial and its report are looked at, measured and drawn in Firefox', async ({ seed, baseURL }) => {
  const customer = await seed.createCustomer('Fiona Fox')
  const { request, trialId } = await measureField(seed, customer)
  const { page, find, select } = firefox
  await page.setViewport({ width: 1280, height: 800 })
  const open = (path: string) => page.goto(`${baseURL}${path}`)
  await firefox.signIn(`${baseURL}`, customer)

  await open(`/my-dashboard/trials/${trialId}`)
  await find('figure', 'Canopy cover, % on 14 Jul 2026')
  await tryTrialMap()
  await tryDates()
  await tryViews()
  await select('Colour plots by', /^Genotype$/)
  await find('figure', 'Genotype on 14 Jul 2026')

  await open(`/my-dashboard/map?request=${request.id}`)
  await tryReportMap()
  await open(`/my-dashboard/trials/${trialId}/layout`)
  await tryLayout()

  await page.setViewport({ width: 375, height: 812, hasTouch: true })
  await open(`/my-dashboard/trials/${trialId}`)
  const place = await firefox.map()
  await page.touchscreen.tap(...place(0.5, 0.5))
  await find('section', /^Plot 102/)
  expect(firefox.noise).toEqual([])
})

async function measureField(seed: Seed, customer: Customer) {
  const request = await seed.sendRequest(customer)
  const files = await Promise.all(FLIGHTS.map(([date, from]) => fieldFiles(date, from)))
  await seed.publishReport(request, files.flat(), 'Two flights')
  const flights = FLIGHTS.map(([date]) => [date, `field ${date}.tif`] as const)
  return { request, trialId: await seed.measureTrial(customer, request, { flights, plots: PLOTS }) }
}

/** A plot, and plots in a box and in an outline. */
async function tryTrialMap(): Promise<void> {
  const { page, find, click } = firefox
  const place = await firefox.map()
  await page.mouse.click(...place(0.5, 0.5))
  await find('section', 'Plot 102')
  await click('button', 'Close the plot')
  const draw = async (corners: readonly (readonly [number, number])[]) => {
    const [first, ...others] = corners
    await page.mouse.move(...(await firefox.map())(...(first ?? [0, 0])))
    await page.mouse.down()
    for (const corner of others) await page.mouse.move(...place(...corner), { steps: 5 })
    await page.mouse.up()
    await find('section', 'Selected plots')
    await click('button', 'Select none')
  }
  await page.keyboard.down('Shift')
  await draw([
    [0.05, 0.15],
    [0.95, 0.8],
  ])
  await page.keyboard.up('Shift')
  await click('button', 'Draw around plots to select them')
  await draw([
    [0.05, 0.15],
    [0.9, 0.15],
    [0.9, 0.75],
    [0.05, 0.75],
  ])
}

/** By its key, and two dates beside each other, by a divider and as their change. */
async function tryDates(): Promise<void> {
  const { page, find, click } = firefox
  await page.keyboard.press('[')
  await find('figure', 'Canopy cover, % on 30 Jun 2026')
  await click('button', 'Compare with another date')
  await (await find('input[type=radio]', /14 Jul 2026/)).evaluate((radio) => radio.click())
  await find('figure', 'Canopy cover, % on 14 Jul 2026')
  await firefox.map()
}

async function tryViews(): Promise<void> {
  const { page, find, click } = firefox
  await click('[role=tab]', 'Table')
  await find('th', '102')
  await click('[role=tab]', 'Season')
  await find('figure', 'Canopy cover, % over the season')
  await click('[role=tab]', 'Genotypes')
  await find('[role=tabpanel]', /Fewer than 3 genotypes/)
  await click('[role=tab]', 'Downloads')
  await find('button', 'Export CSV of all values')
  const edge = await (await find('[role=separator]', /./)).boundingBox()
  const before = page.url()
  await page.mouse.move(700, (edge?.y ?? 0) + 3)
  await page.mouse.down()
  await page.mouse.move(700, 300, { steps: 5 })
  await page.mouse.up()
  await page.waitForFunction((url) => location.href !== url, {}, before)
  await page.keyboard.down('Control')
  await page.keyboard.press('k')
  await page.keyboard.up('Control')
  await find('input', /^Page, trial, plot/)
  await page.keyboard.type('102')
  await page.keyboard.press('Enter')
  await find('section', 'Plot 102')
}

/** An index, a value under the pointer, and a length. */
async function tryReportMap(): Promise<void> {
  const { page, find, click, select } = firefox
  await firefox.map()
  await select('Show', /^ExG/)
  const place = await firefox.map()
  await page.mouse.move(...place(0.75, 0.4))
  await find('p, output, div', /ExG \d/)
  await click('button', 'Measure a distance')
  await page.mouse.click(...place(0.4, 0.4))
  await page.mouse.click(...place(0.6, 0.4), { count: 2 })
  await find('p, output, div', /\d m\b/)
}

/** Plots by three clicks. */
async function tryLayout(): Promise<void> {
  const { page, find } = firefox
  const place = await firefox.map()
  for (const [across, down] of [
    [0.3, 0.6],
    [0.7, 0.6],
    [0.6, 0.4],
  ] as const)
    await page.mouse.click(...place(across, down))
  await find('p, output', /\d+ plots of/)
}
