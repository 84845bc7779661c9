import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { click, fill } from '#web/testing/acts.ts'
import { envelope, network, noResponse } from '#web/testing/network.ts'
import { NO_ROWS, openScreen, STAFF } from '#web/testing/open-screen.tsx'
import { analysisOfUser, userRow } from '#web/testing/rows.ts'

const DATE_TIME = /\d{1,2} [A-Z][a-z]{2} \d{4} \| \d{1,2}:\d{2}/
const choose = async (label: string, option: string) =>
  userEvent.selectOptions(await screen.findByLabelText(label), option)
const optionsOf = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole('option')
    .map((option) => option.textContent)
const detail = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
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
    network.reply('getReport', {
      data: {
        updatedBy: { fullName: STAFF.fullName, email: STAFF.email },
        updatedTime: '2026-07-02T09:05:00.000Z',
        remarks: '',
        reportUrls: [],
        reportSizes: [],
        receipts: [],
        files: [],
        allFilesUrl: '/storage/all.zip',
        versions: [],
      },
    })
    await userEvent.click(report.getByRole('button', { name: 'Try Again' }))
    expect(await report.findByText('No remarks provided.')).toBeVisible()
  })
})

test("requests are searched under 'Search users...'", async () => {
  network.reply('listAllAnalyses', NO_ROWS)
  await openScreen('/dashboard/requests', { as: STAFF })
  await userEvent.type(await screen.findByPlaceholderText('Search users...'), 'rieke@example.org{Enter}')
  await waitFor(() => expect(network.sent('listAllAnalyses').at(-1)?.query.search).toBe('rieke@example.org'))
})
