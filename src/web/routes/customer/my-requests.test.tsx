import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { MyAnalysisRow } from '#contract/analyses.ts'
import { bodyRows, click } from '#web/testing/acts.ts'
import { envelope, network } from '#web/testing/network.ts'
import { CUSTOMER, NO_ROWS, openScreen, STAFF } from '#web/testing/open-screen.tsx'
import { myAnalysisRow, reportOf } from '#web/testing/rows.ts'

const choose = (status: string) => userEvent.selectOptions(screen.getByLabelText('Sort by'), status)
const fileUrls = (name: string) => [`/storage/1790000000000-${name}`]

beforeEach(() => {
  network.reply('getTimeline', { data: [] })
  network.reply('getProcessingProgress', { data: { isProcessing: false, since: null, stage: null } })
})

test("'Sort by' shows the customer's requests of one status", async () => {
  const data = [
    myAnalysisRow({ analysisRequestId: '3', fileUrls: fileUrls('a_name_that_is_rather_long.zip') }),
    myAnalysisRow({ analysisRequestId: '2', status: 'PROCESSED', fileUrls: fileUrls('done.zip') }),
    myAnalysisRow({ analysisRequestId: '1', status: 'REJECTED', fileUrls: fileUrls('refused.zip') }),
  ]
  network.reply('listMyAnalyses', { ...NO_ROWS, data, total: 3 })
  await openScreen('/my-dashboard', { as: CUSTOMER })
  await waitFor(() => expect(bodyRows()).toHaveLength(3))
  expect(bodyRows()[0]).toHaveTextContent('a_name_that_is_rathe…')
  for (const [status, file] of Object.entries({ Rejected: 'refused.zip', Processed: 'done.zip' })) {
    await choose(status)
    await waitFor(() => expect(bodyRows()).toHaveLength(1))
    expect(bodyRows()[0]).toHaveTextContent(file)
    expect(bodyRows()[0]).toHaveTextContent(status)
  }
  expect(network.sent('listMyAnalyses'), 'the filter asks the server for nothing').toHaveLength(1)
  await openScreen(location.pathname + location.search, { as: CUSTOMER })
  await waitFor(() => expect(bodyRows()).toHaveLength(1))
  expect(bodyRows()[0]).toHaveTextContent('done.zip')
  await choose('Under Review')
  expect(await screen.findByText('No Projects')).toBeVisible()
  await click('button', 'Show all')
  await waitFor(() => expect(bodyRows()).toHaveLength(3))
})

test('a link to an unknown request shows that, and one that fails can be retried', async () => {
  network.reply('listMyAnalyses', NO_ROWS)
  network.respond('getMyAnalysis', () => envelope(404, 'Request not found'))
  await openScreen('/my-dashboard?request=request-1', { as: CUSTOMER })
  expect(await screen.findByRole('dialog', { name: 'Request not found' })).toHaveTextContent(
    'Check the link, or look for the request on your dashboard.',
  )
  network.respond('getMyAnalysis', () => envelope(500, 'The disk is away'))
  await openScreen('/my-dashboard?request=request-1', { as: CUSTOMER })
  const failed = await screen.findByRole('dialog', { name: 'Request not loaded' })
  expect(failed).toHaveTextContent('The disk is away')
  network.reply('getMyAnalysis', { data: myAnalysisRow() })
  await userEvent.click(within(failed).getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('dialog', { name: 'Uploaded Project Detail' })).toHaveTextContent('flight.zip')
})

test('a file without a link is not downloaded, and says so', async () => {
  const request = myAnalysisRow({ fileUrls: [''] })
  network.reply('listMyAnalyses', { ...NO_ROWS, data: [request], total: 1 })
  network.reply('getMyAnalysis', { data: request })
  await openScreen('/my-dashboard', { as: CUSTOMER })
  await click('button', /^View/)
  await click('button', 'Download file_1')
  expect(await screen.findByText('Invalid image URL. Please try again.')).toBeVisible()
})

const detail = () => within(screen.getByRole('dialog', { name: 'Uploaded Project Detail' }))

/** The dialog of a request, over the list. */
async function openDetails(request: MyAnalysisRow): Promise<void> {
  network.reply('listMyAnalyses', { ...NO_ROWS, data: [request], total: 1 })
  network.reply('getMyAnalysis', { data: request })
  await openScreen('/my-dashboard?request=request-1', { as: CUSTOMER })
  await screen.findByRole('dialog', { name: 'Uploaded Project Detail' })
}

test('the details show what was sent and what staff wrote', async () => {
  await openDetails(myAnalysisRow({ fileUrls: fileUrls(encodeURIComponent('Überflug 100%.zip')) }))
  expect(detail().getByText('Soybean Yield Trial')).toBeVisible()
  const [sent] = detail().getAllByText(/^\d{1,2} [A-Z][a-z]{2} \d{4} \| \d{1,2}:\d{2}$/)
  expect(sent).toHaveAttribute('title', expect.stringMatching(/\| \d{1,2}:\d{2} \S+/))
  expect(detail().getByText('No message provided')).toBeVisible()
  expect(detail().queryByRole('button', { name: 'View Reports' })).toBeNull()
  const link = detail().getByRole('link', { name: 'Download Überflug 100%.zip' })
  expect(link).toHaveAttribute('download')

  await openDetails(myAnalysisRow({ status: 'REJECTED', message: 'The photos are blurred.\nPlease fly again.' }))
  expect(detail().getByText('Rejected')).toBeVisible()
  expect(detail().getByText(/^The photos are blurred\./)).toBeVisible()
  await userEvent.click(detail().getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a report that cannot be shown gives the reason', async () => {
  const processed = myAnalysisRow({ status: 'PROCESSED' })
  network.reply('getReport', { data: { ...reportOf(['values.csv']), remarks: '' } })
  network.reply('openReport', {})
  network.reply('listMaps', { data: [] })
  await openDetails(processed)
  await click('button', 'View Reports')
  const reports = within(await screen.findByRole('dialog', { name: 'Processed Reports' }))
  expect(reports.getByRole('link', { name: 'Download values.csv' })).toBeVisible()
  expect(reports.getByText('No remarks provided.')).toBeVisible()
  expect(reports.getByRole('link', { name: STAFF.email })).toHaveAttribute('href', `mailto:${STAFF.email}`)

  network.respond('getReport', () => envelope(500, ''))
  await openDetails(processed)
  expect(await detail().findByText('Oops! Something went wrong')).toBeVisible()
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  await userEvent.click(detail().getByRole('button', { name: 'Retry' }))
  expect(reload).toHaveBeenCalledOnce()
  network.reply('getReport', { data: null })
  await openDetails(processed)
  expect(await detail().findByText('No report data available')).toBeVisible()
})

test('the page of an unknown request says so; one that fails can be retried', async () => {
  network.respond('getMyAnalysis', () => envelope(404, 'There is no such request'))
  await openScreen('/my-dashboard/requests/nothing', { as: CUSTOMER })
  expect(await screen.findByRole('heading', { level: 1, name: 'Request not found' })).toBeVisible()
  const main = screen.getByRole('main')
  expect(main).toHaveTextContent('Check the link, or look for the request on your dashboard.')

  network.respond('getMyAnalysis', () => envelope(500, 'The disk is away'))
  network.respond('getFlight', () => envelope(404, 'No flight'))
  await openScreen('/my-dashboard/requests/request-1', { as: CUSTOMER })
  expect(await screen.findByRole('alert')).toHaveTextContent('The disk is away')
  network.reply('getMyAnalysis', { data: myAnalysisRow() })
  await click('button', 'Try Again')
  expect(await screen.findByRole('heading', { level: 1, name: 'Soybean Yield Trial' })).toBeVisible()
})

test('a link opens a request that the list has not loaded', async () => {
  network.reply('listMyAnalyses', {
    ...NO_ROWS,
    data: [myAnalysisRow({ analysisRequestId: '51' })],
    total: 51,
    next: 'next',
  })
  network.reply('getMyAnalysis', { data: myAnalysisRow({ analysisRequestId: '1', fileUrls: fileUrls('first.zip') }) })
  await openScreen('/my-dashboard?request=1', { as: CUSTOMER })
  await screen.findByRole('dialog', { name: 'Uploaded Project Detail' })
  expect(await detail().findByRole('link', { name: 'Download first.zip' })).toBeVisible()
  expect(bodyRows()).toHaveLength(1)
})
