import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { GiB } from '#domain/units.ts'
import { click, drop } from '#web/testing/acts.ts'
import { envelope, network } from '#web/testing/network.ts'
import { NO_ROWS, openScreen, STAFF } from '#web/testing/open-screen.tsx'
import { parts, stored } from '#web/testing/part-request.ts'
import { analysisOfUser, reportOf } from '#web/testing/rows.ts'

const upload = () => within(screen.getByRole('dialog', { name: 'Upload Report' }))
const isOpen = () => screen.queryByRole('dialog', { name: 'Upload Report' }) !== null
const file = (name: string) => new File([`Values of ${name}`], name, { type: 'image/tiff' })
const sized = (name: string, size: number) => Object.defineProperty(file(name), 'size', { value: size })
const choosing = (...files: File[]) => fireEvent.change(upload().getByLabelText('Report files'), { target: { files } })
const send = () => userEvent.click(upload().getByRole('button', { name: 'Upload' }))

beforeEach(() => {
  const request = analysisOfUser({ reportCategories: ['orthomosaic', 'heatMaps'] })
  network.reply('countAnalyses', { data: [] })
  network.reply('listStaff', { data: [] })
  network.reply('getTimeline', { data: [] })
  network.reply('listAllAnalyses', { ...NO_ROWS, data: [request], total: 1 })
  network.reply('getAnalysis', { data: request })
  network.reply('getReport', { data: null })
  network.reply('listMaps', { data: [] })
  let started = 0
  network.respond('startReportUpload', () => {
    started += 1
    const link = `${location.origin}/storage/file-${started}?partNumber=1`
    const preSignedUrl = { preSignedUrls: { 1: link }, uploadId: `upload-${started}`, key: 'key' }
    return envelope(200, 'Upload started', {
      data: { preSignedUrl, id: 'request-1', partSize: 8_388_608, received: [] },
    })
  })
  network.respond('completeReportUpload', ({ query }) => {
    if (query.publish === 'true') {
      const processed = analysisOfUser({ status: 'PROCESSED', reportFiles: 1, version: 2 })
      network.reply('getAnalysis', { data: processed })
      network.reply('getReport', { data: reportOf(['höhe 1.tif', 'cover.tif']) })
    }
    return envelope(200, 'File uploaded successfully!')
  })
  network.reply('confirmReportContent', {})
  parts.taken(stored)
})

/** From the details of the request; all outputs are ticked. */
async function openDialog(): Promise<void> {
  await click('button', 'Upload Report')
  await screen.findByRole('dialog', { name: 'Upload Report' })
  for (const output of await upload().findAllByRole('checkbox')) await userEvent.click(output)
}

async function openReportUpload(): Promise<void> {
  await openScreen('/dashboard/requests?request=request-1', { as: STAFF })
  await openDialog()
}

test('a report is uploaded file by file, and its dialog closes', async () => {
  await openReportUpload()
  expect(upload().getByText('Soybean Yield Trial')).toBeVisible()
  expect(upload().getAllByRole('textbox')).toHaveLength(1)
  await userEvent.type(upload().getByRole('textbox', { name: 'Remarks' }), 'Two tables')
  await send()
  expect(await upload().findByText('At least one file is required')).toBeVisible()
  expect(upload().getByLabelText('Report files')).toHaveProperty('multiple', true)
  expect(upload().getByLabelText('Report files')).toHaveProperty('accept', '')
  choosing(file('höhe 1.tif'), file('cover.tif'))
  expect(await upload().findByText('0 of 2 files')).toBeVisible()

  const { promise, resolve } = Promise.withResolvers<void>()
  parts.taken((part) => promise.then(() => stored(part)))
  await send()
  expect(await upload().findByRole('button', { name: 'Uploading...' })).toHaveAttribute('aria-disabled', 'true')
  expect(await upload().findByText(/^\d+%$/)).toBeVisible()
  expect(upload().getAllByRole('progressbar')).toHaveLength(1)
  expect(network.sent('startReportUpload')[0]?.body).toMatchObject({
    fileName: 'h%C3%B6he%201.tif',
    id: 'request-1',
    projectType: 'Soybean_Yield_Trial',
    description: 'Two tables',
  })
  resolve()
  expect(await screen.findByText('Files uploaded successfully!')).toBeVisible()
  await waitFor(() => expect(isOpen()).toBe(false))
  expect(network.sent('completeReportUpload').map(({ query }) => query.publish)).toEqual(['false', 'true'])

  await click('button', 'View Report')
  const report = within(await screen.findByRole('dialog', { name: 'Admin Reports' }))
  expect(await report.findByText(STAFF.fullName)).toBeVisible()
  expect(report.getByText(STAFF.email)).toBeVisible()
  expect(report.getByText('Updated Time').nextElementSibling?.textContent).toMatch(
    /^\d{1,2} [A-Z][a-z]{2} \d{4} \| \d{1,2}:\d{2}$/,
  )
  expect(report.getByRole('heading', { name: 'Final Processed File' })).toBeVisible()
  expect(report.getByRole('link', { name: 'Download höhe 1.tif' })).toBeVisible()
})

test('a message typed for the customer survives the arrival of a report', async () => {
  network.respond('getFlight', () => envelope(404, 'No flight'))
  network.reply('listEngines', { data: [] })
  network.reply('listRuns', { data: [] })
  network.respond('getAutomaticRuns', () => envelope(404, 'No project'))
  await openScreen('/dashboard/requests/request-1', { as: STAFF })
  await click('button', 'Add a message')
  await userEvent.type(screen.getByLabelText('Message to the customer'), 'Plot 7 is missing.')
  await openDialog()
  choosing(file('cover.tif'))
  await send()
  await waitFor(() => expect(isOpen()).toBe(false))
  expect((await within(screen.getByRole('main')).findAllByText('Processed'))[0]).toBeVisible()
  expect(screen.getByLabelText('Message to the customer')).toHaveValue('Plot 7 is missing.')
})

test('a report whose completion is answered with nothing says that the file failed', async () => {
  network.respond('completeReportUpload', () => new Response('', { status: 400 }))
  await openReportUpload()
  choosing(file('a.tif'))
  await send()
  expect(await screen.findByText('Failed to upload file')).toBeVisible()
})

test('a report with failed files shows how many were uploaded', async () => {
  // By the order of sending.
  const lost = [1, 2, 3, 5]
  parts.taken((part) => (lost.includes(parts.sent().length) ? new Response('', { status: 400 }) : stored(part)))
  await openReportUpload()
  choosing(file('a.tif'), file('b.tif'), file('c.tif'))
  await send()
  expect(await screen.findByText('Failed to upload files')).toBeVisible()
  expect(upload().getByText('Error uploading b.tif: Failed to upload part 1')).toBeVisible()
  await send()
  expect(await screen.findByText('2 of 3 file uploaded.')).toBeVisible()
  expect(upload().getByText('2 of 3 files')).toBeVisible()
  await userEvent.click(upload().getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Files uploaded successfully!')).toBeVisible()
})

test('a file over 10 GB is not added to a report, and named', async () => {
  await openReportUpload()
  choosing(sized('just_fits.tif', GiB(10)), sized('too_large.tif', GiB(10) + 1))
  expect(await screen.findByText('too_large.tif exceeds the maximum file size of 10GB')).toBeVisible()
  const chosen = within(upload().getByRole('list', { name: 'Chosen files' }))
  expect(chosen.getAllByRole('listitem')).toHaveLength(1)
  expect(chosen.getByRole('button', { name: 'Remove just_fits.tif' })).toBeVisible()
})

test('several files are dropped on a report at once', async () => {
  await openReportUpload()
  drop(upload().getByText('Drop files here, or click to browse'), [file('a.tif'), file('b.tif')])
  expect(await upload().findByText('0 of 2 files')).toBeVisible()
  expect(upload().getByRole('button', { name: 'Cancel' })).toBeVisible()
})
