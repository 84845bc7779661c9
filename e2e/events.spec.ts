import { expect, logIn, test } from './fixtures.ts'

test('two tabs show at once what has happened, and one of them is told by the server', async ({
  context,
  page,
  seed,
}) => {
  const person = await seed.createPending('Wanda Waits')
  // Nothing polls here.
  await context.addInitScript(() => void Object.assign(globalThis, { setInterval: () => 0 }))
  const streams: number[] = []
  context.on('response', (response) => {
    if (new URL(response.url()).pathname === '/api/events') streams.push(response.status())
  })
  await logIn(page, person)
  await expect(page.getByText(/waiting for approval/)).toBeVisible()
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByText(/waiting for approval/)).toBeVisible()
  // One of them has it for both.
  await expect.poll(() => streams).toEqual([200])
  await seed.decide(person, { status: 'Approved', projects: ['Wheat_Trial'] })
  for (const tab of [page, other]) await expect(tab.getByText(/waiting for approval/)).toBeHidden()
  expect(streams).toEqual([200])
})
