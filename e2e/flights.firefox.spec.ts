import { test } from './farm-node.ts'
import { type Firefox, openFirefox } from './firefox.ts'
import { expect, STAFF } from './fixtures.ts'
import { goodFlight } from './good-flight.ts'

let firefox: Firefox
test.beforeEach(async () => {
  firefox = await openFirefox()
})
test.afterEach(() => firefox.close())

test('a flight is looked at, and two of its runs are compared in Firefox', async ({ seed, baseURL }) => {
  const customer = await seed.createCustomer('Finn Flight')
  const request = await seed.sendRequest(customer, { content: await goodFlight() })
  const { page } = firefox
  await page.setViewport({ width: 1280, height: 800 })
  await firefox.signIn(`${baseURL}`, STAFF)
  const open = (part: string) => page.goto(`${baseURL}/dashboard/requests/${request.id}?part=${part}`)
  await open('flight')
  await tryFlight()
  await open('processing')
  await tryRuns()
  expect(firefox.noise).toEqual([])
})

/** Photos on the ground, one that is clicked and the one after it. */
async function tryFlight(): Promise<void> {
  const { page, find, click } = firefox
  await find('[role=application]', /^Map of 48 photos/)
  const place = await firefox.map()
  await page.mouse.click(...place(0.5, 0.5))
  await find('h2', /^DJI_033/)
  await click('button', 'Next photo')
  await find('h2', /^DJI_034/)
}

/** The divider between their maps is moved, and their figures stand beside each other. */
async function tryRuns(): Promise<void> {
  const { find, click } = firefox
  await click('input[type=radio]', 'Farm')
  await click('button', 'Start on the farm')
  await find('li', /Done.*orthophoto/)
  await firefox.select('Preset', /^Fast/)
  await click('button', 'Start on the farm')
  await click('a', 'Compare two runs')
  const divider = await find('input', 'Divider between the two maps')
  await firefox.map()
  const before = await divider.evaluate((range) => (range as HTMLInputElement).value)
  await divider.press('ArrowRight')
  expect(await divider.evaluate((range) => (range as HTMLInputElement).value)).not.toBe(before)
  await find('th', /^Registered photos/)
}
