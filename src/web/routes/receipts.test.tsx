import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { FileReceipt } from '#contract/uploads.ts'
import { click } from '#web/testing/acts.ts'
import { envelope, network } from '#web/testing/network.ts'
import { CUSTOMER, NO_ROWS, openScreen, STAFF } from '#web/testing/open-screen.tsx'
import { analysisOfUser, myAnalysisRow, reportOf, storedName } from '#web/testing/rows.ts'

const SHA256 = 'c0ffee'.padEnd(64, '0')
const receipt = (more: Partial<FileReceipt> = {}): FileReceipt => ({
  fileName: 'north.zip',
  size: 19,
  receivedTime: '2026-07-01T09:05:00.000Z',
  sha256: SHA256,
  agrees: null,
  ...more,
})
const dialog = () => within(screen.getByRole('dialog'))
const detail = (name: string) => dialog().getByText(name, { selector: 'dt' }).nextElementSibling as HTMLElement

beforeEach(() => {
  network.reply('countAnalyses', { data: [] })
  network.reply('listStaff', { data: [] })
  network.reply('getTimeline', { data: [] })
  network.reply('getProcessingProgress', { data: { isProcessing: false, since: null, stage: null } })
})

async function openMine(receipts: FileReceipt[]): Promise<void> {
  const request = myAnalysisRow({ receipts })
  network.reply('listMyAnalyses', { ...NO_ROWS, data: [request], total: 1 })
  network.reply('getMyAnalysis', { data: request })
  await openScreen('/my-dashboard?request=request-1', { as: CUSTOMER })
  await screen.findByRole('dialog')
}

const shownReceipt = () => ['Size', 'SHA-256', 'Comparison'].map((name) => detail(name).textContent)
const RECEIPT = ['19 bytes', SHA256, 'Not verified against the original']

test('a customer sees the receipt of an archive, with its SHA-256', async () => {
  await openMine([receipt()])
  expect(shownReceipt()).toEqual(RECEIPT)
})

test('staff see the receipt of an archive, with its SHA-256', async () => {
  const request = analysisOfUser({ receipts: [receipt()] })
  network.reply('listAllAnalyses', { ...NO_ROWS, data: [request], total: 1 })
  network.reply('getAnalysis', { data: request })
  await openScreen('/dashboard/requests?request=request-1', { as: STAFF })
  await screen.findByRole('dialog')
  expect(shownReceipt()).toEqual(RECEIPT)
})

test('a file that is still being read says how far, and is asked for alone until its SHA-256 is there', async () => {
  const reading = receipt({ sha256: null })
  const asked = Promise.withResolvers<Response>()
  network.respond('getFileReceipt', () => asked.promise)
  await openMine([reading])
  expect(detail('Comparison')).toHaveTextContent('Checking…')
  const data = { ...reading, check: { stage: 'reading', fraction: 0.43 } }
  asked.resolve(envelope(200, '', { data }))
  const progress = await within(detail('Comparison')).findByRole('progressbar', { name: 'Reading the file' })
  expect(progress).toHaveAttribute('value', '43')
  expect(network.sent('getFileReceipt')[0]?.query).toEqual({
    analysisRequestId: 'request-1',
    storedName: storedName('flight.zip'),
  })
  network.reply('getFileReceipt', { data: receipt() })
  await waitFor(() => expect(detail('SHA-256').textContent).toBe(SHA256))
  expect(network.sent('listMyAnalyses')).toHaveLength(1)
})

test("the result of the comparison with the sender's file is shown", async () => {
  await openMine([receipt({ agrees: true })])
  expect(detail('Comparison').textContent).toBe('Arrived unchanged')
  await openMine([receipt({ agrees: false })])
  expect(dialog().getByRole('alert').textContent).toBe('Differs from the original file. Upload it again.')
})

test('the files of a report have their SHA-256 on demand', async () => {
  const receipts = ['1', '2'].map((digit) => receipt({ sha256: digit.repeat(64) }))
  network.reply('getReport', { data: { ...reportOf(['values.csv', 'height.tif']), receipts } })
  network.reply('openReport', {})
  network.reply('listMaps', { data: [] })
  const request = myAnalysisRow({ status: 'PROCESSED' })
  network.reply('listMyAnalyses', { ...NO_ROWS, data: [request], total: 1 })
  network.reply('getMyAnalysis', { data: request })
  await openScreen('/my-dashboard?request=request-1', { as: CUSTOMER })
  await click('button', 'View Reports')
  const reports = within(await screen.findByRole('dialog', { name: 'Processed Reports' }))
  const sums = reports.getByText('SHA-256 of the files').closest('details') as HTMLDetailsElement
  expect(sums.open).toBe(false)
  await userEvent.click(reports.getByText('SHA-256 of the files'))
  expect(sums.open).toBe(true)
  expect([...sums.querySelectorAll('dd code')].map((code) => code.textContent)).toEqual([
    '1'.repeat(64),
    '2'.repeat(64),
  ])
})
