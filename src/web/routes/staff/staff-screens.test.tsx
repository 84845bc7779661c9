import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { bodyRows, choose, click, fill } from '#web/testing/acts.ts'
import { envelope, network, noResponse } from '#web/testing/network.ts'
import { NO_ROWS, openScreen, STAFF } from '#web/testing/open-screen.tsx'
import { analysisOfUser, reportOf, storedName, userRow } from '#web/testing/rows.ts'

const DATE_TIME = /\d{1,2} [A-Z][a-z]{2} \d{4} \| \d{1,2}:\d{2}/
const optionsOf = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole('option')
    .map((option) => option.textContent)
const detail = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
const message = () => screen.getByLabelText('Message to the customer')
const update = () => screen.queryByRole('button', { name: 'Update Status' })

beforeEach(() => {
  network.reply('countAnalyses', { data: [] })
  network.reply('listStaff', { data: [] })
})

/** The dialog of a request, over the list. */
async function openRequest(request = analysisOfUser()): Promise<void> {
  network.reply('listAllAnalyses', { ...NO_ROWS, data: [request], total: 1 })
  network.reply('getAnalysis', { data: request })
  network.reply('getTimeline', { data: [] })
  await openScreen('/dashboard/requests?request=request-1', { as: STAFF })
  await screen.findByRole('dialog', { name: 'Requested User Details' })
}

test('a decision sends the projects that were filled in, and a message only if there is one', async () => {
  network.reply('listUsers', { ...NO_ROWS, data: [userRow()], total: 1 })
  network.reply('listUserSessions', { data: [] })
  network.reply('getUserStorage', { data: { usedBytes: 0, quotaBytes: 1 } })
  network.reply('verifyUser', { data: userRow({ status: 'APPROVED' }) })
  await openScreen('/dashboard/users', { as: STAFF })
  await click('button', /^Review/)
  await screen.findByRole('dialog', { name: 'Verify User' })
  expect(optionsOf('Status').slice(-4)).toEqual(['Pending', 'Approved', 'Rejected', 'On Hold'])
  expect(screen.getByRole('button', { name: 'Update' })).toHaveAttribute('aria-disabled', 'true')
  await click('button', 'Add Project')
  fill('Project type 1', 'Oat_Trial')
  for (const blank of ['Project type 2', 'Project type 3']) {
    await click('button', 'Add More')
    fill(blank, '  ')
  }
  await click('button', 'Remove project type 3')
  fill('Message', '   ')
  await choose('Status', 'Approved')
  await click('button', 'Update')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Verify User' })).toBeNull())
  const [sent] = network.sent('verifyUser')
  expect(sent?.body).toMatchObject({ userId: 'user-1', status: 1, projectTypes: ['Oat_Trial'] })
  expect(sent?.body.metadata).toBeUndefined()
})

describe('the details of a request', () => {
  test('show its customer and files, and mark an unknown output', async () => {
    await openRequest(
      analysisOfUser({
        user: { userId: 'user-1', fullName: 'Wilma Anders', email: 'rieke@example.org', roles: ['USER', 'ADMIN'] },
        reportCategories: ['heatMaps', 'soilMap'],
        fileUrls: ['/storage/1790000000000-north_field.zip'],
      }),
    )
    const request = within(screen.getByRole('dialog'))
    // Of the name, not of the email.
    expect(request.getByText('WI')).toBeVisible()
    for (const text of ['Wilma Anders', 'rieke@example.org', 'No description provided.'])
      expect(request.getByText(text)).toBeVisible()
    expect(screen.getByRole('dialog')).toHaveTextContent('Unknown: soilMap')
    expect(request.getByText('heat maps of pixel/plot/grid level plant features')).toBeVisible()
    expect(detail('Uploaded At')).toMatch(DATE_TIME)
    expect(detail('Project Name')).toBe('Soybean Yield Trial')
    expect(detail('Role')).toBe('USER, ADMIN')
    expect(optionsOf('File Status')).toEqual(['Pending', 'Under Review', 'Rejected'])
    expect(request.getByRole('heading', { name: 'Uploaded File' })).toBeVisible()
    expect(request.getByRole('link', { name: 'Download north_field.zip' })).toBeVisible()
    expect(request.queryByRole('button', { name: 'View Report' })).toBeNull()
  })

  test("show 'Update Status' for a different status, and an error when it could not be sent", async () => {
    await openRequest()
    await choose('File Status', 'Rejected')
    expect(update()).toBeVisible()
    await choose('File Status', 'Pending')
    expect(update()).toBeNull()
    await choose('File Status', 'Under Review')
    network.respond('changeStatus', noResponse)
    await click('button', 'Update Status')
    expect(await screen.findByText('An error occurred while updating the status')).toBeVisible()
    const changed = analysisOfUser({ status: 'UNDER_REVIEW', version: 2 })
    network.reply('changeStatus', { data: changed })
    network.reply('getAnalysis', { data: changed })
    await click('button', 'Update Status')
    expect(await screen.findByText('Status successfully updated to Under Review')).toBeVisible()
    await waitFor(() => expect(update()).toBeNull())
  })

  test('a report without remarks says so, and one that cannot be loaded shows the reason', async () => {
    network.respond('getReport', () => envelope(500, 'The disk is away'))
    await openRequest(analysisOfUser({ status: 'PROCESSED', reportFiles: 1 }))
    await click('button', 'View Report')
    const report = within(await screen.findByRole('dialog', { name: 'Admin Reports' }))
    expect(await report.findByRole('alert')).toHaveTextContent('Error while getting report')
    expect(report.getByRole('alert')).toHaveTextContent('The disk is away')
    network.reply('getReport', { data: { ...reportOf([]), remarks: '' } })
    await userEvent.click(report.getByRole('button', { name: 'Try Again' }))
    expect(await report.findByText('No remarks provided.')).toBeVisible()
  })
})

test('the message of a status is shown, edited and removed, and another status starts without it', async () => {
  let row = analysisOfUser({ status: 'UNDER_REVIEW', message: 'We start on Monday.' })
  await openRequest(row)
  network.respond('changeStatus', ({ body }) => {
    const { message: written } = body as { message?: string }
    row = { ...row, message: written || null, version: row.version + 1 }
    network.reply('getAnalysis', { data: row })
    return envelope(200, 'Status updated', { data: row })
  })
  await click('button', 'Edit message')
  expect(message()).toHaveValue('We start on Monday.')
  fill('Message to the customer', 'We start on Tuesday.')
  await click('button', 'Update Message')
  expect(await screen.findByText('Message updated')).toBeVisible()
  expect(network.sent('changeStatus').at(-1)?.body).toMatchObject({
    fileStatus: 'UNDER_REVIEW',
    message: 'We start on Tuesday.',
  })
  await click('button', 'Edit message')
  expect(message()).toHaveValue('We start on Tuesday.')
  await choose('File Status', 'Pending')
  expect(message()).toHaveValue('')
  await choose('File Status', 'Under Review')
  await click('button', 'Edit message')
  fill('Message to the customer', '')
  await click('button', 'Update Message')
  expect(await screen.findByRole('button', { name: 'Add a message' })).toBeVisible()
})

test('of the requests a status is moved to the top, and the search finds none or is cleared', async () => {
  network.reply('listAllAnalyses', { ...NO_ROWS, data: [analysisOfUser()], total: 1 })
  await openScreen('/dashboard/requests', { as: STAFF })
  await waitFor(() => expect(bodyRows()).toHaveLength(1))
  expect(optionsOf('Sort by')).toEqual(['All', 'Processed', 'Pending', 'Rejected', 'Under Review'])
  await choose('Sort by', 'Rejected')
  await waitFor(() => expect(network.sent('listAllAnalyses').at(-1)?.query).toEqual({ first: 'REJECTED' }))
  network.reply('listAllAnalyses', NO_ROWS)
  await userEvent.type(screen.getByRole('searchbox'), 'no such request{Enter}')
  expect(await screen.findByText('No users found')).toBeVisible()
  network.reply('listAllAnalyses', { ...NO_ROWS, data: [analysisOfUser()], total: 1 })
  await click('button', 'Clear')
  await waitFor(() => expect(bodyRows()).toHaveLength(1))
})

test('a report loses a file by its bin after a question, and the request is under review with the last one', async () => {
  let names = ['heights.csv', 'cover.csv']
  let row = analysisOfUser({ status: 'PROCESSED', reportFiles: names.length })
  network.reply('listMaps', { data: [] })
  await openRequest(row)
  network.respond('getReport', () => envelope(200, 'Report loaded', { data: reportOf(names) }))
  network.respond('removeReportFile', ({ query }) => {
    names = names.filter((name) => storedName(name) !== query.storedName)
    row = { ...row, reportFiles: names.length, status: names.length > 0 ? 'PROCESSED' : 'UNDER_REVIEW' }
    network.reply('getAnalysis', { data: row })
    return envelope(200, 'File removed')
  })
  expect(screen.getByLabelText('File Status')).toHaveValue('PROCESSED')
  expect(within(screen.getByLabelText('File Status')).getByRole('option', { name: 'Processed' })).toBeDisabled()
  await click('button', 'View Report')
  const report = within(await screen.findByRole('dialog', { name: 'Admin Reports' }))
  expect(await report.findByText(STAFF.fullName)).toBeVisible()
  expect(report.getByText(STAFF.email)).toBeVisible()
  expect(report.getByText('Two tables')).toBeVisible()
  for (const [name, left] of Object.entries({ 'heights.csv': 1, 'cover.csv': 0 })) {
    await userEvent.click(await report.findByRole('button', { name: `Remove ${name}` }))
    const question = await screen.findByRole('dialog', { name: 'Remove this file?' })
    expect(question).toHaveTextContent(name)
    expect(question).toHaveTextContent('the customer will no longer be able to download it')
    await userEvent.click(within(question).getByRole('button', { name: 'Remove file' }))
    expect(await screen.findByText(`${name} removed`)).toBeVisible()
    await waitFor(() => expect(report.queryAllByRole('link', { name: /^Download/ })).toHaveLength(left))
  }
  await userEvent.click(report.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.getByLabelText('File Status')).toHaveValue('UNDER_REVIEW'))
  expect(screen.queryByRole('button', { name: 'View Report' })).toBeNull()
})

test("requests are searched under 'Search users...'", async () => {
  network.reply('listAllAnalyses', NO_ROWS)
  await openScreen('/dashboard/requests', { as: STAFF })
  await userEvent.type(await screen.findByPlaceholderText('Search users...'), 'rieke@example.org{Enter}')
  await waitFor(() => expect(network.sent('listAllAnalyses').at(-1)?.query.search).toBe('rieke@example.org'))
})
