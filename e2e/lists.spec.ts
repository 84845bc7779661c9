import type { Page } from '@playwright/test'
import { colourName } from './colours.ts'
import { expect, type Seed, STAFF, signIn, test } from './fixtures.ts'

type Row = Record<string, unknown>
type Answer = { data: Row[]; next: string | null }

const MY_REQUESTS = /\/api\/crop-images\/get(\?|$)/
const bodyRows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })

/** Changes the server's response before the screen receives it. */
const alter = (page: Page, path: string | RegExp, change: (answer: Answer) => void) =>
  page.route(path, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as Answer
    change(answer)
    await route.fulfill({ response, json: answer })
  })

async function enter(page: Page, seed: Seed, who: 'staff' | 'customer'): Promise<void> {
  const customer = await seed.createCustomer('Liam List')
  await seed.sendRequest(customer)
  await signIn(page, who === 'staff' ? STAFF : customer)
}

async function badges(page: Page, labels: readonly string[]): Promise<Record<string, string>> {
  const colours: Record<string, string> = {}
  for (const [index, label] of labels.entries()) {
    const badge = bodyRows(page).nth(index).getByText(label, { exact: true })
    await expect(badge).toBeVisible()
    colours[label] = colourName(await badge.evaluate((element) => getComputedStyle(element).color))
  }
  return colours
}

/** The first row of the response, once for every status. */
const withStatuses = (statuses: readonly string[], idName: string) => (answer: Answer) => {
  const [row] = answer.data
  answer.data = statuses.map((status, index) => ({ ...row, status, [idName]: `${idName}-${index}` }))
}

test('badges of users are blue, green, red and grey', async ({ page, seed }) => {
  await enter(page, seed, 'staff')
  const statuses = ['PENDING', 'APPROVED', 'REJECTED', 'CANCELLED']
  await alter(page, '**/api/admin/getAllUsers*', withStatuses(statuses, 'cognitoUserId'))
  await page.goto('/dashboard/users')
  expect(await badges(page, ['Pending', 'Approved', 'Rejected', 'On Hold'])).toEqual({
    Pending: 'blue',
    Approved: 'green',
    Rejected: 'red',
    'On Hold': 'grey',
  })
})

test('badges of requests are blue, yellow, green and red, and a customer sees any other status too', async ({
  page,
  seed,
}) => {
  await enter(page, seed, 'customer')
  const statuses = ['PENDING', 'UNDER_REVIEW', 'PROCESSED', 'REJECTED', 'APPROVED', 'ON HOLD', 'SENT_BACK']
  await alter(page, MY_REQUESTS, withStatuses(statuses, 'analysisRequestId'))
  await page.goto('/my-dashboard')
  const labels = ['Pending', 'Under Review', 'Processed', 'Rejected', 'Approved', 'On Hold', 'Sent Back']
  expect(await badges(page, labels)).toEqual({
    Pending: 'blue',
    'Under Review': 'yellow',
    Processed: 'green',
    Rejected: 'red',
    Approved: 'green',
    'On Hold': 'grey',
    'Sent Back': 'grey',
  })
})
