import type { Locator, Page } from '@playwright/test'
import { countActions } from './count-actions.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import { measureSoyTrial, publishSoyFlights } from './soy-trial.ts'

const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 375, height: 812 }
const YIELD = '\tYield (kg/ha)\n'

const sizeOf = async (map: Locator) => {
  const { width, height } = (await map.boundingBox()) ?? { width: 0, height: 0 }
  return { width, height }
}

/** Within the window, without any scrolling. */
async function expectInWindow(page: Page, part: Locator): Promise<void> {
  const box = await part.boundingBox()
  const { width, height } = page.viewportSize() ?? DESKTOP
  expect(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height).toBe(true)
}

test('the map of a real trial has the window, and each task takes few actions', async ({ page, seed }) => {
  const customer = await seed.createCustomer('Sofia Soy')
  const address = `/my-dashboard/trials/${await measureSoyTrial(seed, customer)}`
  await page.setViewportSize(DESKTOP)
  await signIn(page, customer)
  const counted = await countActions(page, address)
  const map = page.getByRole('application')
  let before = counted.length
  const taken = () => {
    const actions = counted.slice(before)
    before = counted.length
    return actions
  }
  const again = async () => {
    await page.goto(address)
    await expect(map).toHaveAttribute('aria-busy', 'false')
    taken()
  }

  const asked: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/trials/values') asked.push(searchParams.get('flightId'))
  })
  await again()
  expect(asked.length, 'values are loaded once for each flight').toBe(7)
  page.removeAllListeners('request')
  // The greenest date, and not the last, which is bare.
  await expect(page.getByRole('figure', { name: 'Canopy cover, % on 15 Aug 2018' })).toBeVisible()
  for (const part of [
    page.getByLabel('Trait', { exact: true }),
    page.getByRole('list', { name: 'Limits of the colours' }),
    page.getByRole('radio', { name: '15 Aug 2018' }),
  ])
    await expectInWindow(page, part)
  await page.getByRole('button', { name: /^1 LAM18/ }).click()
  // The curve of a plot.
  await expect(page.getByText('This plot', { exact: true })).toBeVisible()
  expect(taken()).toHaveLength(1)
  const both = await sizeOf(map)
  expect(both.width).toBeGreaterThanOrEqual(560)
  expect(both.height).toBeGreaterThanOrEqual(560)
  await page.getByRole('button', { name: 'Close the plot' }).click()
  await page.getByRole('button', { name: 'Fold layers' }).click()
  const folded = await sizeOf(map)
  expect(folded.width).toBeGreaterThanOrEqual(1180)
  expect(folded.height).toBeGreaterThanOrEqual(640)
  await expectAccessible(page, 'the workbench with folded layers')

  await again()
  await page.keyboard.press(']')
  await expect(page.getByRole('figure', { name: 'Canopy cover, % on 22 Aug 2018' })).toBeVisible()
  await page.keyboard.press('2')
  await expect(page.getByLabel('Trait', { exact: true })).not.toHaveValue('canopyCover')

  await again()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: /^Page, trial, plot/ })
  await field.fill('0303')
  await expect(page.getByRole('option', { name: /LAM18-0303/ })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page, 'the palette')
  await page.keyboard.press('Enter')
  const plot = page.getByRole('region', { name: /^Plot / })
  await expect(plot).toHaveAccessibleName('Plot LAM18-0303')
  // Rows lie level, so the next plot on the right is in the next block.
  await map.press('ArrowRight')
  await expect(plot).not.toHaveAccessibleName('Plot LAM18-0303')
  await map.press('ArrowLeft')
  await expect(plot).toHaveAccessibleName('Plot LAM18-0303')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Next date')
  await page.keyboard.press('Escape')

  await again()
  await drawBox(page, map)
  const together = page.getByRole('region', { name: 'Selected plots' })
  await expect(together).toContainText('40 plots')
  // Mean, and that of all plots, which are the same here.
  const [mean, ofAll] = await together.getByRole('definition').allTextContents()
  expect(mean).toBe(ofAll)
  await page.getByRole('tab', { name: 'Table' }).click()
  const row = page.getByRole('checkbox', { name: /^Select plot LAM18/ }).first()
  await expect(row).toBeChecked()
  await page.getByRole('button', { name: 'Select none' }).first().click()
  await expect(row).not.toBeChecked()

  await again()
  const bare = await map.screenshot()
  await page.getByLabel('Labels of plots').selectOption('Value')
  await expect(page).toHaveURL(/labels=value/)
  await expect.poll(async () => (await map.screenshot()).equals(bare)).toBe(false)

  await again()
  await page.getByRole('tab', { name: 'Table' }).click()
  // Values have the colours of the map.
  await expect(page.locator('td[style]').first()).toBeVisible()
  const colours = await page
    .locator('td[style]')
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).backgroundColor))
  expect(new Set(colours).size).toBeGreaterThan(20)
  const edge = page.getByRole('separator', { name: 'Height of the table' })
  const held = await edge.boundingBox()
  await page.mouse.move(700, (held?.y ?? 0) + 4)
  await page.mouse.down()
  await page.mouse.move(700, 350, { steps: 5 })
  await page.mouse.up()
  // (800 - 350) / 752 less the bar that is held, from the foot of the window to below its header.
  await expect(edge).toHaveAttribute('aria-valuenow', '56')
  await expect(page).toHaveURL(/drawer=56/)
  await again()
  await page.getByRole('tab', { name: 'Table' }).click()
  const table = page.getByRole('region', { name: 'Canopy cover, % of all plots' })
  await table.getByRole('button', { name: '29 Aug 2018' }).click()
  await expect(table.getByRole('rowheader').first()).toHaveText('LAM18-0306')
  expect(taken(), 'the best plots of a date').toHaveLength(2)

  await again()
  await page.getByRole('button', { name: 'Compare with another date' }).click()
  await page.getByRole('radio', { name: '5 Sep 2018', exact: true }).click()
  await expect(page.getByRole('figure', { name: 'Canopy cover, % on 5 Sep 2018' })).toBeVisible()
  expect(taken(), 'two dates').toHaveLength(2)
  // Each of them shows the whole field.
  await expect(map).toHaveCount(2)
  await expect(map.first()).toHaveAttribute('aria-busy', 'false')
  await drawBox(page, map.first())
  await expect(together).toContainText('40 plots')

  await again()
  await page.getByRole('button', { name: 'Add scores and yield' }).click()
  const scores = page.getByRole('dialog', { name: 'Add scores and yield' })
  const plots = Array.from({ length: 40 }, (_, at) => `LAM18-0${1 + (at % 5)}0${1 + Math.floor(at / 5)}`)
  const pasted = `plot${YIELD}${plots.map((plotId, at) => `${plotId}\t${3000 + 10 * at}`).join('\n')}`
  await scores.getByLabel('Cells of a spreadsheet').fill(pasted)
  await scores.getByRole('button', { name: 'Save values' }).click()
  await expect(page.getByLabel('Trait', { exact: true }).getByRole('option', { name: 'Yield' })).toHaveCount(1)
  expect(taken(), 'add yield').toHaveLength(3)

  await again()
  await page.getByRole('tab', { name: 'Correlation' }).click()
  await expect(page.getByRole('region', { name: /^Correlations with Yield/ })).toBeVisible()
  expect(taken(), 'correlate yield').toHaveLength(1)
  const matrix = page.getByRole('region', { name: /^Correlation with Yield.* by date$/ })
  const closest = matrix.getByRole('row').nth(1)
  const trait = await closest.getByRole('rowheader').innerText()
  await closest.getByRole('button').last().click()
  await expect(page.getByRole('figure', { name: new RegExp(`^Yield, kg/ha and ${trait} on`) })).toContainText(/r\s=\s/)

  await again()
  await page.getByRole('tab', { name: 'Season' }).click()
  await tryPointing(page)

  await again()
  await page.getByRole('tab', { name: 'Downloads' }).click()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV of all values' }).click()
  await file
  expect(taken(), 'export').toHaveLength(2)

  await again()
  await page.getByLabel('Limits', { exact: true }).selectOption('Of what is shown')
  await expect(page.getByText('Limits: 2nd to 98th percentile of plots.')).toBeVisible()
  await page.getByLabel('Colour plots by').selectOption('rank')
  await expect(page.getByRole('figure', { name: 'Rank of Canopy cover, % on 15 Aug 2018' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Limits of the colours' }).getByRole('listitem')).toHaveText(['40', '1'])
  await page.getByRole('button', { name: 'Select these 10' }).click()
  await expect(page.getByRole('list', { name: 'Selected plots' }).getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: 'Draw around plots to select them' }).click()
  const room = (await map.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(room.x + 60, room.y + 80)
  await page.mouse.down()
  for (const [across, down] of [
    [0.9, 0.1],
    [0.9, 0.85],
    [0.05, 0.85],
  ] as const)
    await page.mouse.move(room.x + room.width * across, room.y + room.height * down, { steps: 5 })
  await page.mouse.up()
  await expect(page.getByRole('list', { name: 'Selected plots' }).getByRole('listitem')).toHaveCount(40)
  // The button is not pressed any more, so the map can be moved.
  await expect(page.getByRole('button', { name: 'Draw around plots to select them', pressed: false })).toBeVisible()
})

/** Around all that the map shows, with Shift. */
async function drawBox(page: Page, map: Locator): Promise<void> {
  const { x, y, width, height } = (await map.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.keyboard.down('Shift')
  await page.mouse.move(x + 4, y + 70)
  await page.mouse.down()
  await page.mouse.move(x + width - 56, y + height - 60, { steps: 4 })
  await page.mouse.up()
  await page.keyboard.up('Shift')
}

/** What the pointer is over in one view is marked in the others. */
async function tryPointing(page: Page): Promise<void> {
  const [map, season] = [page.getByRole('application'), page.getByRole('region', { name: /: season of each plot$/ })]
  const reading = page.getByRole('figure', { name: 'Canopy cover, % on 15 Aug 2018' }).locator('figcaption')
  const row = season.getByRole('row', { name: /LAM18-0303/ })
  await expect(row).toBeVisible()
  const before = await map.screenshot()
  await row.hover()
  await expect(reading).toContainText(/LAM18-0303: \d/)
  await expect.poll(async () => (await map.screenshot()).equals(before)).toBe(false)
  await page.getByRole('tab', { name: 'Table' }).click()
  const plot = page.getByRole('region', { name: 'Canopy cover, % of all plots' }).getByRole('row').nth(1)
  const plotId = await plot.getByRole('rowheader').innerText()
  const colour = () => plot.evaluate((line) => getComputedStyle(line).backgroundColor)
  const usual = await colour()
  await plot.hover()
  await expect(reading).toContainText(`${plotId}: `)
  expect(await colour()).not.toBe(usual)
}

test('flights are added and plots drawn in few actions, on the side that is meant', async ({ page, seed }) => {
  const customer = await seed.createCustomer('Sofia Soy')
  await publishSoyFlights(seed, customer)
  const trialId = await seed.createTrial(customer)
  await page.setViewportSize(DESKTOP)
  await signIn(page, customer)
  const counted = await countActions(page, `/my-dashboard/trials/${trialId}`)
  await page.getByRole('button', { name: 'Add flights' }).click()
  const adding = page.getByRole('dialog', { name: 'Add flights' })
  await expect(adding.getByRole('checkbox', { checked: true })).toHaveCount(7)
  await adding.getByRole('button', { name: 'Add 7 flights' }).click()
  await expect(page.getByRole('button', { name: /^Remove the flight of/ })).toHaveCount(7)
  expect(counted.length, 'add seven flights').toBeLessThanOrEqual(3)

  const before = counted.length
  await page.getByRole('link', { name: 'Draw plots' }).click()
  const map = page.getByRole('application', { name: /^Plots on the map/ })
  await expect(map).toHaveAttribute('aria-busy', 'false')
  const { x, y, width, height } = (await map.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  expect(width).toBeGreaterThanOrEqual(560)
  expect(height).toBeGreaterThanOrEqual(560)
  const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)
  await fill('Plot length, m', '2')
  await fill('Alley after rows', '2')
  await fill('Row alley, m', '3')
  // From right to left, and above it.
  for (const [across, down] of [
    [0.75, 0.6],
    [0.25, 0.6],
    [0.6, 0.4],
  ] as const)
    await page.mouse.click(x + width * across, y + height * down)
  await expect(page.getByText('40 plots of 2.00 × 1.50 m')).toBeVisible()
  await page.getByRole('button', { name: 'Save plots' }).click()
  await expect(page.getByText('40 plots, version 1')).toBeVisible()
  expect(counted.length - before, 'draw plots').toBeLessThanOrEqual(10)
})

test('a plot that is tapped on a phone shows its values at once', async ({ browser, seed }) => {
  const customer = await seed.createCustomer('Sofia Soy')
  const address = `/my-dashboard/trials/${await measureSoyTrial(seed, customer)}`
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await signIn(page, customer)
  await page.goto(address)
  const map = page.getByRole('application')
  await expect(map).toHaveAttribute('aria-busy', 'false')
  const { width, height } = await sizeOf(map)
  expect(width).toBe(PHONE.width)
  expect(height).toBeGreaterThan(PHONE.height / 2)
  for (const part of [
    page.getByRole('list', { name: 'Limits of the colours' }),
    page.getByRole('radio', { name: '15 Aug 2018' }),
  ])
    await expectInWindow(page, part)
  await map.tap({ position: { x: width / 2, y: height / 2 } })
  const plot = page.getByRole('region', { name: /^Plot LAM18/ })
  await expectInWindow(page, plot.getByText(/rank \d+ of 40/))
  await expectInWindow(page, plot.getByText('This plot', { exact: true }))
  // The sheet goes on to the top, and then down.
  await page.getByRole('button', { name: 'Raise the sheet to the top' }).tap()
  await expect(map).toBeHidden()
  await page.getByRole('button', { name: 'Lower the sheet' }).tap()
  await expect(plot).toBeHidden()
  const table = page.getByRole('region', { name: 'Canopy cover, % of all plots' })
  await page.getByRole('tab', { name: 'Table' }).tap()
  // The value of the date comes first.
  await expect(table.getByRole('columnheader').nth(2)).toHaveText('15 Aug 2018')
  await page.getByRole('tab', { name: 'Table' }).tap()
  await expect(table).toBeHidden()
  await tryFingers(page)
  await context.close()
})

type Finger = readonly [x: number, y: number]

const centreOf = async (part: Locator): Promise<Finger> => {
  const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return [x + width / 2, y + height / 2]
}

/** The sheet is dragged, the map is zoomed by two fingers, and the dates are swiped. */
async function tryFingers(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', fingers: readonly Finger[]) => {
    await browser.send('Input.dispatchTouchEvent', { type, touchPoints: fingers.map(([x, y]) => ({ x, y })) })
  }
  const drag = async (from: readonly Finger[], to: readonly Finger[], steps = 8) => {
    await touch('touchStart', from)
    for (let step = 1; step <= steps; step += 1)
      await touch(
        'touchMove',
        from.map(([x, y], at) => [
          x + (((to[at]?.[0] ?? x) - x) * step) / steps,
          y + (((to[at]?.[1] ?? y) - y) * step) / steps,
        ]),
      )
    await touch('touchEnd', [])
  }
  const map = page.getByRole('application')
  const raise = page.getByRole('button', { name: 'Raise the sheet', exact: true })
  const [left, foot] = await centreOf(raise)
  await drag([[left, foot]], [[left, foot - 300]])
  await expect(page.getByRole('complementary', { name: 'Layers' })).toBeVisible()
  const [, half] = await centreOf(page.getByRole('button', { name: 'Raise the sheet to the top' }))
  await drag([[left, half]], [[left, half + 300]])
  await expect(raise).toBeVisible()

  const scale = page.getByText(/^\d+(\.\d+)? c?m$/)
  const before = await scale.innerText()
  const [x, y] = await centreOf(map)
  await drag(
    [
      [x - 20, y],
      [x + 20, y],
    ],
    [
      [x - 140, y],
      [x + 140, y],
    ],
  )
  await expect(scale).not.toHaveText(before)

  const dates = page.getByRole('group', { name: 'Date', exact: true })
  const scrolled = () => dates.evaluate((strip) => strip.scrollLeft)
  const first = await scrolled()
  const [middle, line] = await centreOf(dates)
  await drag([[middle, line]], [[middle - 120, line]])
  await expect.poll(scrolled).toBeGreaterThan(first)
}
