import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { choose, click } from '#web/testing/acts.ts'
import { envelope, network, type Respond } from '#web/testing/network.ts'
import { NO_ROWS, openScreen, STAFF } from '#web/testing/open-screen.tsx'
import { analysisOfUser, userRow } from '#web/testing/rows.ts'

const ME = { userId: 'staff-1', fullName: STAFF.fullName }
const COLLEAGUE = { userId: 'staff-2', fullName: 'Robin Drill' }
const NO_MATCH = 'No request matches these filters.'
const request = () => within(screen.getByRole('dialog', { name: 'Requested User Details' }))
const assign = (name: string) => userEvent.selectOptions(request().getByLabelText('Assigned to'), name)
const address = () => location.pathname + location.search

beforeEach(() => {
  network.reply('countAnalyses', { data: [] })
  network.reply('listStaff', {
    data: [
      { ...ME, isCaller: true },
      { ...COLLEAGUE, isCaller: false },
    ],
  })
  network.reply('getTimeline', { data: [] })
  network.reply('listUserSessions', { data: [] })
  network.reply('getUserStorage', { data: { usedBytes: 0, quotaBytes: 1 } })
})

/** A request that changes when it is assigned, in every call. */
function replyRequest(): void {
  let row = analysisOfUser()
  const save: Respond = ({ body }) => {
    const { assigneeId } = body as { assigneeId: string | null }
    row = {
      ...row,
      assignee: [ME, COLLEAGUE].find(({ userId }) => userId === assigneeId) ?? null,
      version: row.version + 1,
    }
    return envelope(200, 'Request assigned', { data: row })
  }
  network.respond('assignAnalysis', save)
  network.respond('getAnalysis', () => envelope(200, 'Request loaded', { data: row }))
  network.respond('listAllAnalyses', ({ query }) => {
    const data = query.assignee === 'nobody' && row.assignee ? [] : [row]
    return envelope(200, 'Requests loaded', { ...NO_ROWS, data, total: data.length })
  })
}

async function openRequest(): Promise<void> {
  await openScreen('/dashboard/requests?request=request-1', { as: STAFF })
  await screen.findByRole('dialog', { name: 'Requested User Details' })
}

test('a request that a change takes out of the filter leaves the list, and its dialog stays open', async () => {
  replyRequest()
  await openScreen('/dashboard/requests?assignee=nobody', { as: STAFF })
  await click('button', /^View/)
  await click('button', 'Assign to me')
  expect(await screen.findByText(NO_MATCH)).toBeInTheDocument()
  expect(request().getByLabelText('Assigned to')).toHaveValue(ME.userId)
  await userEvent.click(request().getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText(NO_MATCH)).toBeVisible()
})

test('the pages of a request and of a user lead back to their list with its filters', async () => {
  replyRequest()
  network.reply('searchUsers', { ...NO_ROWS, data: [userRow()], total: 1 })
  network.reply('getUser', { data: { ...userRow(), heldBecause: null, lastActiveTime: null } })
  network.reply('listDeletions', { data: [] })
  network.reply('listMaps', { data: [] })
  await openScreen('/dashboard/requests?search=bea.back&assignee=nobody', { as: STAFF })
  await click('button', /^View/)
  await click('link', 'Open page')
  await screen.findByRole('tab', { name: 'Flight' })
  const [header] = screen.getAllByRole('banner')
  // The menu of the account has one as well.
  const [back] = within(header as HTMLElement).getAllByRole('link', { name: 'Dashboard' })
  await userEvent.click(back as HTMLElement)
  await waitFor(() => expect(address()).toBe('/dashboard/requests?search=bea.back&assignee=nobody'))

  await openScreen('/dashboard/users?search=bea.back', { as: STAFF })
  await click('link', userRow().fullName)
  await userEvent.click(await within(screen.getByRole('main')).findByRole('link', { name: 'Users' }))
  await waitFor(() => expect(address()).toBe('/dashboard/users?search=bea.back'))
})

test('of two assignees chosen in a row, the last one stays', async () => {
  replyRequest()
  await openRequest()
  const { promise, resolve } = Promise.withResolvers<Response>()
  network.respond('assignAnalysis', () => promise)
  await request().findByRole('option', { name: 'Sam Furrow (you)' })
  await assign(COLLEAGUE.fullName)
  await assign('Sam Furrow (you)')
  expect(network.sent('assignAnalysis')).toHaveLength(1)
  replyRequest()
  resolve(envelope(200, 'Request assigned', { data: analysisOfUser({ assignee: COLLEAGUE, version: 2 }) }))
  expect(await screen.findByText('Assigned to Sam Furrow')).toBeVisible()
  expect(network.sent('assignAnalysis').map(({ body }) => body)).toEqual([
    { analysisRequestId: 'request-1', assigneeId: COLLEAGUE.userId, version: 1 },
    { analysisRequestId: 'request-1', assigneeId: ME.userId, version: 2 },
  ])
  expect(request().getByLabelText('Assigned to')).toHaveValue(ME.userId)
})

test('a list of staff that fails to load says so, and is loaded again on request', async () => {
  replyRequest()
  network.respond('listStaff', () => envelope(400, ''))
  await openRequest()
  expect(await request().findByText('The list of staff could not be loaded.')).toBeVisible()
  network.reply('listStaff', { data: [{ ...COLLEAGUE, isCaller: false }] })
  await userEvent.click(request().getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(screen.queryByText('The list of staff could not be loaded.')).toBeNull())
  await request().findByRole('option', { name: COLLEAGUE.fullName })
  await assign(COLLEAGUE.fullName)
  expect(await screen.findByText(`Assigned to ${COLLEAGUE.fullName}`)).toBeVisible()
})

describe('the page of a user', () => {
  test('of nobody says so', async () => {
    network.respond('getUser', () => envelope(404, 'User not found'))
    network.reply('listAllAnalyses', NO_ROWS)
    await openScreen('/dashboard/users/nobody', { as: STAFF })
    const words = "We couldn't find this user. Check the link, or look for them in the list."
    expect(await screen.findByText(words)).toBeVisible()
  })
})

test('before a customer is stopped or loses a project, staff see which unfinished uploads that cancels', async () => {
  const customer = userRow({ status: 'APPROVED', projectTypes: ['Maize', 'Barley'] })
  network.reply('listUsers', { ...NO_ROWS, data: [customer], total: 1 })
  network.reply('listProjectNames', { data: [] })
  network.reply('countOpenUploads', {
    data: {
      total: 3,
      isTotalExact: true,
      projects: [
        { projectType: 'Maize', uploads: 2 },
        { projectType: 'Barley', uploads: 1 },
      ],
    },
  })
  await openScreen('/dashboard/users', { as: STAFF })
  await click('button', /^Review/)
  const verify = within(await screen.findByRole('dialog', { name: 'Verify User' }))
  await userEvent.click(verify.getByRole('button', { name: 'Remove project type 1' }))
  expect(await verify.findByText('This update will cancel 2 unfinished uploads')).toBeVisible()
  expect(verify.getByText('For Maize. What has arrived will be deleted.')).toBeVisible()
  await choose('Status', 'On Hold')
  expect(await verify.findByText('This update will cancel 3 unfinished uploads')).toBeVisible()
  await choose('Status', 'Approved')
  expect(await verify.findByText('This update will cancel 2 unfinished uploads')).toBeVisible()
})
