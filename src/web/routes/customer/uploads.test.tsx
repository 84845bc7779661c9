import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { PresignedUpload } from '#contract/uploads.ts'
import { GiB, MiB } from '#domain/units.ts'
import { choose, click, drop, fill } from '#web/testing/acts.ts'
import { envelope, network, type Respond } from '#web/testing/network.ts'
import { CUSTOMER, NO_ROWS, openScreen } from '#web/testing/open-screen.tsx'
import { etagOf, parts, type SentPart, stored, type TakePart } from '#web/testing/part-request.ts'

const NAME = 'Feld 7 (Süd).zip'
const PART_BYTES = MiB(8)
const PERSON = { ...CUSTOMER, assignedProjects: ['Soybean_Yield_Trial', 'Oat_Rows'] }

const dialog = () => within(screen.getByRole('dialog', { name: 'Upload Project Details' }))
const archiveInput = () => dialog().getByLabelText('Image archive')
const photos = (name: string, content: BlobPart = 'photos') => new File([content], name, { type: 'application/zip' })
const choosing = (...files: File[]) => fireEvent.change(archiveInput(), { target: { files } })
const dropArea = () => dialog().getByText('Drop a file here, or click to browse')
const send = () => userEvent.click(dialog().getByRole('button', { name: 'Upload File' }))
const retry = () => userEvent.click(dialog().getByRole('button', { name: 'Retry' }))

/** The parts that the store has. */
let received: PresignedUpload['received'] = []

/** What the server says of an upload of this size. */
function slotsFor(bytes: number): PresignedUpload {
  const count = Math.max(1, Math.ceil(bytes / PART_BYTES))
  const links = Array.from({ length: count }, (_, at) => [
    at + 1,
    `${location.origin}/storage/part?partNumber=${at + 1}`,
  ])
  return {
    preSignedUrl: { preSignedUrls: Object.fromEntries(links), uploadId: 'upload-1', key: 'key' },
    id: 'request-1',
    partSize: PART_BYTES,
    received,
  }
}

beforeEach(() => {
  network.reply('listMyAnalyses', NO_ROWS)
  network.reply('getMyStorage', { data: { usedBytes: 0, quotaBytes: GiB(10) } })
  network.respond('startUpload', ({ body }) => {
    const { fileSize } = body as { fileSize: number }
    return envelope(200, 'Upload started', { data: slotsFor(fileSize) })
  })
  network.reply('completeUpload', {})
  network.reply('confirmContent', {})
  received = []
  parts.taken(take)
})

const take: TakePart = (part) => {
  received.push({ partNumber: numberOf(part), etag: etagOf(part), size: part.body.size })
  return stored(part)
}
const numberOf = ({ url }: SentPart) => Number(url.at(-1))

async function openUpload({ projects = PERSON.assignedProjects } = {}): Promise<void> {
  await openScreen('/my-dashboard', { as: { ...PERSON, assignedProjects: projects } })
  await userEvent.click((await screen.findAllByRole('button', { name: 'Upload' }))[0] as HTMLElement)
  await screen.findByRole('dialog', { name: 'Upload Project Details' })
  await dialog().findByLabelText('Project Name')
}

async function fillUpload(content: BlobPart = 'photos'): Promise<void> {
  await choose('Project Name', 'Oat Rows')
  fill('Description', 'Cloudless')
  await userEvent.click(dialog().getByLabelText('3D Model'))
  choosing(photos(NAME, content))
}

const Working = AbortController
function OutOfOrder(): never {
  throw new TypeError('Out of order')
}

describe('the upload form', () => {
  test('has its four steps, its outputs, and accepts one file of any type', async () => {
    await openUpload()
    const steps = within(dialog().getByRole('list', { name: 'How to prepare the upload' })).getAllByRole('listitem')
    expect(steps).toHaveLength(4)
    for (const [at, text] of [
      /raw images in one folder/,
      /Excel or CSV .*GCP/,
      /Compress the folder/,
      /Upload/,
    ].entries())
      expect(steps[at]).toHaveTextContent(text)
    const outputs = within(dialog().getByRole('group', { name: 'What would you like to generate from the images?' }))
    expect(outputs.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
      'Orthomosaic (stitched image)',
      'Digital Elevation Models',
      'plot/grid level plant features (canopy height, canopy cover, vegetation indices)',
      'heat maps of pixel/plot/grid level plant features',
      '3D Model',
    ])
    expect(dialog().getByRole('textbox', { name: 'Description' })).toBeVisible()
    expect(archiveInput()).toHaveProperty('multiple', false)
    expect(archiveInput()).toHaveProperty('accept', '')
    expect(dialog().getByRole('button', { name: 'Cancel' })).toBeVisible()
  })

  test('shows the used storage, and rejects a file that exceeds it', async () => {
    network.reply('getMyStorage', { data: { usedBytes: GiB(3) - 5, quotaBytes: GiB(3) } })
    await openUpload()
    expect(await dialog().findByText('3.00 GB of 3.00 GB used')).toBeVisible()
    drop(dropArea(), [photos('field.zip')])
    expect(
      await dialog().findByText(/^This file needs 6 Bytes, but you have 5 Bytes left \(3\.00 GB of 3\.00 GB used\)\./),
    ).toBeVisible()
    expect(dialog().queryByRole('button', { name: /Remove/ })).toBeNull()
  })

  test('shows what is missing, and accepts one file only', async () => {
    await openUpload()
    const options = within(dialog().getByLabelText('Project Name')).getAllByRole('option')
    expect(options.slice(-2).map(({ textContent }) => textContent)).toEqual(['Soybean Yield Trial', 'Oat Rows'])
    await send()
    expect(await screen.findByText('Please upload at least one file')).toBeVisible()
    expect(dialog().getByLabelText('Project Name')).toHaveAccessibleDescription('Please select a project name')
    expect(dialog().getByText('A file is required')).toBeVisible()
    expect(dialog().getByText('Please select at least one report category')).toBeVisible()

    drop(dropArea(), [photos('one.zip'), photos('two.zip')])
    expect(await dialog().findByText('Only one file can be uploaded at a time')).toBeVisible()
    expect(dialog().queryByRole('button', { name: 'Remove one.zip' })).toBeNull()
    drop(dropArea(), [photos('one.zip')])
    expect(await dialog().findByRole('button', { name: 'Remove one.zip' })).toBeVisible()
    expect(dialog().queryByText('Only one file can be uploaded at a time')).toBeNull()
    choosing(photos('two.zip'))
    expect(await dialog().findByText('Only one file can be uploaded at a time')).toBeVisible()
    await userEvent.click(dialog().getByRole('button', { name: 'Remove one.zip' }))
    choosing(photos('empty.zip', ''))
    expect(await dialog().findByText('empty.zip is empty. Choose another file.')).toBeVisible()
  })

  test('lists no project where none is assigned', async () => {
    await openUpload({ projects: [] })
    expect(dialog().getByLabelText('Project Name')).toHaveAccessibleDescription(
      'No project has been assigned to you yet. Please contact us.',
    )
  })

  test('takes no folder, and reports an unexpected error', async () => {
    await openUpload()
    drop(dropArea(), [photos('images')], { isDirectory: true })
    expect(await screen.findByText('Failed to process files. Please try again.')).toBeVisible()
    expect(dialog().getByText("A folder can't be uploaded. Compress it into one archive first.")).toBeVisible()

    await fillUpload()
    vi.stubGlobal('AbortController', OutOfOrder)
    onTestFinished(() => void vi.stubGlobal('AbortController', Working))
    await send()
    expect(await screen.findByText('Error while submitting files!')).toBeVisible()
  })
})

test('an archive is announced, sent part by part in order, and completed', async () => {
  await openUpload()
  await fillUpload(new Uint8Array(2 * PART_BYTES + 1))
  await send()
  expect(await screen.findByText('File uploaded successfully!')).toBeVisible()
  expect(network.sent('startUpload').map(({ body }) => body)).toMatchObject([
    {
      fileName: 'Feld%207%20(S%C3%BCd).zip',
      id: '',
      projectType: 'Oat_Rows',
      description: 'Cloudless',
      totalChunks: 1,
      reportCategories: ['3dModel'],
    },
  ])
  expect(network.authorizations('startUpload')).toEqual(['Bearer access'])
  expect(parts.sent().map((part) => [numberOf(part), part.body.size])).toEqual([
    [1, PART_BYTES],
    [2, PART_BYTES],
    [3, 1],
  ])
  expect(parts.sent()[0]?.headers).toEqual({})
  expect(parts.sent()[0]?.body.type).toBe('application/zip')
  const [completed] = network.sent('completeUpload')
  expect(completed?.query).toEqual({ uploadId: 'upload-1', analysisRequestId: 'request-1' })
  expect(completed?.body).toEqual([
    { partNumber: 1, etag: '00000000-800000' },
    { partNumber: 2, etag: '00000000-800000' },
    { partNumber: 3, etag: '00000000-1' },
  ])
})

test('an upload that fails says so, and so does a retry that fails again', async () => {
  parts.taken(() => new Response('', { status: 400 }))
  network.reply('cancelUpload', {})
  await openUpload()
  await fillUpload()
  await send()
  expect(await screen.findByText('File could not be uploaded!')).toBeVisible()
  expect(dialog().getByText(`Error uploading ${NAME}: Failed to upload part 1`)).toBeVisible()
  await retry()
  expect(await screen.findByText(`Failed to upload ${NAME}`)).toBeVisible()
  await userEvent.click(dialog().getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(dialog().queryByText('Upload failed')).toBeNull())
})

test.each<[string, number, Respond]>([
  ['the page of a proxy', 1, () => new Response('<h1>Forbidden</h1>', { status: 403 })],
  ['an empty message', PART_BYTES + 1, () => envelope(400, '')],
  ['an empty body', 1, () => new Response('', { status: 400 })],
])('calls that are answered with %s show the texts for that, and a retry its own', async (_, bytes, refusal) => {
  const start: Respond = () => envelope(200, 'Upload started', { data: slotsFor(bytes) })
  const reason = (text: string) => dialog().findByText(`Error uploading ${NAME}: ${text}`)
  await openUpload()
  await fillUpload(new Uint8Array(bytes))
  network.respond('startUpload', refusal)
  await send()
  expect(await reason('Failed to get presigned URL')).toBeVisible()
  network.respond('startUpload', start)
  network.respond('completeUpload', refusal)
  await retry()
  const what = bytes > PART_BYTES ? 'Failed to complete multipart upload' : 'Failed to complete upload'
  expect(await reason(what)).toBeVisible()
  network.reply('completeUpload', {})
  await retry()
  expect(await screen.findByText(`File ${NAME} uploaded successfully!`)).toBeVisible()
})

test('an upload without an access token is rejected', async () => {
  await openUpload()
  await fillUpload()
  sessionStorage.removeItem('accessToken')
  await send()
  expect(await dialog().findByText(`Error uploading ${NAME}: No access token found`)).toBeVisible()
})

const ARCHIVE = new Uint8Array(MiB(20))

test('an upload is cancelled after a question, and removed from the server', async () => {
  network.reply('cancelUpload', {})
  const { promise: never } = Promise.withResolvers<Response>()
  parts.taken((part) => (numberOf(part) === 2 ? never : take(part)))
  await openUpload()
  await fillUpload(ARCHIVE)
  await send()
  expect(await dialog().findByRole('button', { name: 'Uploading...' })).toHaveAttribute('aria-disabled', 'true')
  expect(await dialog().findByText('40%')).toBeVisible()
  const cancel = () => userEvent.click(dialog().getByRole('button', { name: 'Cancel' }))
  await cancel()
  const question = await screen.findByRole('dialog', { name: 'Cancel this upload?' })
  expect(question).toHaveTextContent(NAME)
  expect(question).toHaveTextContent('8.00 MB of 20.00 MB has arrived.')
  await userEvent.click(within(question).getByRole('button', { name: 'Keep uploading' }))
  expect(dialog().getByRole('progressbar', { name: `Progress of ${NAME}` })).toBeVisible()
  await cancel()
  await click('button', 'Cancel upload')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Upload Project Details' })).toBeNull())
  expect(network.sent('cancelUpload').map(({ query }) => query)).toEqual([
    { uploadId: 'upload-1', analysisRequestId: 'request-1' },
  ])
})

test('an unfinished upload is removed after a question', async () => {
  network.reply('listOpenUploads', {
    data: [
      {
        id: 'request-1',
        uploadId: 'upload-1',
        fileName: NAME,
        fileSize: MiB(20),
        fingerprint: null,
        projectType: 'Oat_Rows',
        description: '',
        reportCategories: ['3dModel'],
        startedTime: '2026-07-01T09:05:00.000Z',
        totalChunks: 3,
        partsThere: 1,
        partsMissing: 2,
        bytesThere: PART_BYTES,
      },
    ],
  })
  network.reply('cancelUpload', {})
  await openScreen('/my-dashboard', { as: PERSON })
  expect(await screen.findByRole('region', { name: 'Unfinished uploads' })).toHaveTextContent(
    '8.00 MB of 20.00 MB uploaded',
  )
  await click('button', `Remove ${NAME}`)
  await screen.findByRole('dialog', { name: 'Remove this upload?' })
  network.reply('listOpenUploads', { data: [] })
  await click('button', 'Remove upload')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Unfinished uploads' })).toBeNull())
  expect(network.sent('cancelUpload')).toHaveLength(1)
})
