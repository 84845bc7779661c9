import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { bodyRows, click } from '#web/testing/acts.ts'
import { envelope, network } from '#web/testing/network.ts'
import { CUSTOMER, openScreen, STAFF } from '#web/testing/open-screen.tsx'
import { analysisOfUser, myAnalysisRow, userRow } from '#web/testing/rows.ts'

const DATE_TIME = /^\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \| \d{1,2}:\d{2}$/

const LISTS = [
  {
    address: '/dashboard/users',
    as: STAFF,
    call: 'listUsers',
    rows: (): object[] => [userRow()],
    title: 'Users',
    loading: 'Loading users...',
    failed: 'Failed to fetch users.',
    columns: ['SN', 'Full Name', 'Created At', 'Email', 'Status', 'Action'],
    dated: 2,
    button: 'Review',
  },
  {
    address: '/dashboard/requests',
    as: STAFF,
    call: 'listAllAnalyses',
    rows: (fileUrls?: string[]): object[] => [analysisOfUser(fileUrls && { fileUrls })],
    title: 'Dashboard',
    loading: 'Loading...',
    failed: 'Failed to fetch requested users.',
    columns: ['SN', 'Full Name', 'Project Name', 'Submitted At', 'Email', 'File Name', 'Status', 'View'],
    dated: 3,
    button: 'View',
  },
  {
    address: '/my-dashboard',
    as: CUSTOMER,
    call: 'listMyAnalyses',
    rows: (fileUrls?: string[]): object[] => [myAnalysisRow(fileUrls && { fileUrls })],
    title: 'Dashboard',
    loading: 'Loading projects...',
    failed: 'Failed to fetch users.',
    columns: ['SN', 'Project Type', 'Submitted At', 'File Name', 'Status', 'Action'],
    dated: 2,
    button: 'View',
  },
] as const

const listOf = (data: readonly object[], next: string | null = null): Response =>
  envelope(200, 'Loaded', { data, total: data.length, isTotalExact: true, next })
const cells = () => within(bodyRows()[0] as HTMLElement).getAllByRole('cell')

beforeEach(() => {
  network.reply('countAnalyses', { data: [] })
  network.reply('listStaff', { data: [] })
})

describe.each(LISTS)('$address', ({ address, as, call, rows, title, loading, failed, columns, dated, button }) => {
  test('has its title and columns, and a row for each', async () => {
    network.respond(call, () => listOf(rows()))
    await openScreen(address, { as })
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title)
    await waitFor(() => expect(bodyRows()).toHaveLength(1))
    expect(screen.getAllByRole('columnheader').map((column) => column.textContent)).toEqual(columns)
    expect(cells()[0]).toHaveTextContent('1')
    expect(within(cells()[dated] as HTMLElement).getByText(DATE_TIME)).toBeVisible()
    expect(within(cells().at(-1) as HTMLElement).getByRole('button').textContent).toBe(button)
  })

  test('shows that it loads, that it failed, and tries again', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    network.respond(call, () => promise)
    await openScreen(address, { as })
    expect(await screen.findByText(loading)).toBeVisible()
    resolve(envelope(500, 'The database is away'))
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText('Error loading users')).toBeVisible()
    expect(within(alert).getByText(failed)).toBeVisible()
    expect(alert).toHaveTextContent('The database is away')
    network.respond(call, () => listOf(rows()))
    await click('button', 'Try Again')
    await waitFor(() => expect(bodyRows()).toHaveLength(1))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('moves the focus to the first new row when it has loaded more', async () => {
    network.respond(call, ({ query }) => listOf(rows(), query['after'] ? null : 'the-next-page'))
    await openScreen(address, { as })
    await click('button', 'Load More')
    await waitFor(() => expect(bodyRows()).toHaveLength(2))
    await waitFor(() =>
      expect(
        within(bodyRows()[1] as HTMLElement)
          .getAllByRole('button')
          .at(-1),
      ).toHaveFocus(),
    )
  })

  test('shows that it loads more, keeps its rows when that fails, and goes on with the next rows', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    network.respond(call, ({ query }) =>
      query['after'] === 'the-next-page' ? promise : listOf(rows(), 'the-next-page'),
    )
    await openScreen(address, { as })
    await click('button', 'Load More')
    expect(await screen.findByRole('button', { name: 'Loading more...' })).toHaveAttribute('aria-disabled', 'true')
    resolve(envelope(500, ''))
    expect(await screen.findByText('Error loading users')).toBeVisible()
    expect(bodyRows()).toHaveLength(1)
    network.respond(call, () => listOf(rows()))
    await click('button', 'Try Again')
    await waitFor(() => expect(bodyRows()).toHaveLength(2))
    expect(within(bodyRows()[1] as HTMLElement).getAllByRole('cell')[0]).toHaveTextContent('2')
    expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull()
  })
})

test.each(LISTS.filter(({ call }) => call !== 'listUsers'))(
  '$address shows at most two file names, a long one cut',
  async ({ address, as, call, rows }) => {
    const names = ['1790000000000-plot%207.zip', '1790000000001-reflectance_of_july.zip', '1790000000002-third.zip']
    network.respond(call, () => listOf(rows(names.map((name) => `/storage/${name}`))))
    await openScreen(address, { as })
    await waitFor(() => expect(bodyRows()).toHaveLength(1))
    const shown = within(bodyRows()[0] as HTMLElement).getAllByRole('listitem')
    expect(shown).toHaveLength(2)
    expect(shown[0]).toHaveTextContent('plot 7.zip')
    expect(within(shown[1] as HTMLElement).getByText('reflectance_of_july.…')).toBeVisible()
  },
)

test('a failed search shows the raw message', async () => {
  network.respond('listUsers', () => listOf([userRow()]))
  network.respond('searchUsers', () => envelope(400, 'The search is too long'))
  await openScreen('/dashboard/users', { as: STAFF })
  await userEvent.type(await screen.findByRole('searchbox'), 'anyone{Enter}')
  expect(await screen.findByText('The search is too long')).toBeVisible()
  expect(screen.queryByText('Failed to fetch users.')).toBeNull()
})
