import type { Page, Route } from '@playwright/test'
import { colourName } from './colours.ts'
import { expect, type Seed, STAFF, signIn, test } from './fixtures.ts'

type Row = Record<string, unknown>
type Answer = { data: Row[]; next: string | null }

const DATE_TIME = /^\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \| \d{1,2}:\d{2}$/
const MY_REQUESTS = /\/api\/crop-images\/get(\?|$)/
const bodyRows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
const cells = (page: Page) => bodyRows(page).first().getByRole('cell')

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

const LISTS = [
  {
    screen: '/dashboard/users',
    who: 'staff',
    path: '**/api/admin/getAllUsers*',
    title: 'Users',
    loading: 'Loading users...',
    failed: 'Failed to fetch users.',
    columns: ['SN', 'Full Name', 'Created At', 'Email', 'Status', 'Action'],
    dated: 2,
    button: 'Review',
  },
  {
    screen: '/dashboard/requests',
    who: 'staff',
    path: '**/api/admin-crop/getAllRequests*',
    title: 'Dashboard',
    loading: 'Loading...',
    failed: 'Failed to fetch requested users.',
    columns: ['SN', 'Full Name', 'Project Name', 'Submitted At', 'Email', 'File Name', 'Status', 'View'],
    dated: 3,
    button: 'View',
  },
  {
    screen: '/my-dashboard',
    who: 'customer',
    path: MY_REQUESTS,
    title: 'Dashboard',
    loading: 'Loading projects...',
    failed: 'Failed to fetch users.',
    columns: ['SN', 'Project Type', 'Submitted At', 'File Name', 'Status', 'Action'],
    dated: 2,
    button: 'View',
  },
] as const

for (const { screen, who, path, title, loading, failed, columns, dated, button } of LISTS)
  test.describe(screen, () => {
    test.beforeEach(({ page, seed }) => enter(page, seed, who))

    test('has its title and columns, and a row for each', async ({ page }) => {
      await page.goto(screen)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page.getByRole('columnheader')).toHaveText([...columns])
      await expect(cells(page).first()).toContainText('1')
      await expect(cells(page).nth(dated).getByText(DATE_TIME)).toBeVisible()
      await expect(cells(page).last().getByRole('button')).toHaveText(button)
    })

    test('shows that it loads, that it failed, and tries again', async ({ page }) => {
      const answered = Promise.withResolvers<void>()
      await page.route(path, async (route) => {
        await answered.promise
        await route.fulfill({ status: 500, json: { statusCode: 500, message: 'The database is away' } })
      })
      await page.goto(screen)
      await expect(page.getByText(loading, { exact: true })).toBeVisible()
      answered.resolve()
      const alert = page.getByRole('alert')
      await expect(alert.getByText('Error loading users', { exact: true })).toBeVisible()
      await expect(alert.getByText(failed, { exact: true })).toBeVisible()
      await expect(alert).toContainText('The database is away')
      await page.unroute(path)
      await alert.getByRole('button', { name: 'Try Again' }).click()
      await expect(bodyRows(page).first()).toBeVisible()
      await expect(alert).toBeHidden()
    })

    test('shows that it loads more, and keeps its rows when that fails', async ({ page }) => {
      const answered = Promise.withResolvers<void>()
      const more = async (route: Route) => {
        await answered.promise
        await route.fulfill({ status: 500, json: { statusCode: 500, message: '' } })
      }
      await alter(page, path, (answer) => (answer.next = 'the-next-page'))
      await page.route((url) => url.searchParams.get('after') === 'the-next-page', more)
      await page.goto(screen)
      await page.getByRole('button', { name: 'Load More' }).click()
      await expect(page.getByRole('button', { name: 'Loading more...' })).toBeDisabled()
      answered.resolve()
      await expect(page.getByText('Error loading users', { exact: true })).toBeVisible()
      await expect(bodyRows(page).first()).toBeVisible()
    })
  })

test('a failed search shows the raw message', async ({ page }) => {
  await signIn(page, STAFF)
  await page.goto('/dashboard/users')
  await page.route('**/api/admin/searchUsers', (route) =>
    route.fulfill({ status: 400, json: { statusCode: 400, message: 'The search is too long' } }),
  )
  await page.getByRole('searchbox').fill('anyone')
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByText('The search is too long', { exact: true })).toBeVisible()
  await expect(page.getByText('Failed to fetch users.')).toBeHidden()
})

for (const { screen, who, path } of LISTS.filter(({ columns }) => columns.some((column) => column === 'File Name')))
  test(`${screen} shows at most two file names, a long one cut`, async ({ page, seed }) => {
    await enter(page, seed, who)
    const links = ['1790000000000-plot%207.zip', '1790000000001-reflectance_of_july.zip', '1790000000002-third.zip']
    await alter(page, path, ({ data: [row] }) => {
      if (row) row.fileUrls = links.map((name) => `/storage/${name}`)
    })
    await page.goto(screen)
    const names = bodyRows(page).first().getByRole('listitem')
    await expect(names).toHaveCount(2)
    await expect(names.first().getByText('plot 7.zip').first()).toBeVisible()
    await expect(names.last().getByText('reflectance_of_july.…', { exact: true })).toBeVisible()
  })

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
