import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { bodyRows, click } from '#web/testing/acts.ts'
import { envelope, network } from '#web/testing/network.ts'
import { CUSTOMER, NO_ROWS, openScreen } from '#web/testing/open-screen.tsx'
import { myAnalysisRow } from '#web/testing/rows.ts'

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
