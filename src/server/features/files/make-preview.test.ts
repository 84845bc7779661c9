import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PREVIEW_SIDES } from '#domain/reports.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { attachReportFile, submitArchive } from '#server/testing/server/uploads.ts'
import { createStaff, createUser, type TestUser } from '#server/testing/server/users.ts'
import { previewKey } from './derived.ts'

let server: TestServer
let staff: TestUser
beforeAll(async () => {
  server = await openTestServer()
  staff = await createStaff(server)
})
afterAll(() => server.close())

type Made = { width: number; height: number; channels?: 3 | 4; background?: string }
const picture = ({ background = '#5fa657', channels = 3, ...size }: Made) =>
  sharp({ create: { ...size, channels, background } })

async function reportOf(id: string) {
  const { body } = await server.call('getReport', { token: staff.token, query: { analysisRequestId: id } })
  return body.data?.files ?? []
}

async function attached(files: Record<string, Buffer>) {
  const { analysisRequestId: id } = await submitArchive(server, await createUser(server))
  for (const [fileName, content] of Object.entries(files))
    await attachReportFile(server, staff, { id, fileName, content, totalChunks: Math.ceil(content.length / 65_536) })
  await waitForJobs(server, 'check-file')
  await waitForJobs(server, 'prepare-map')
  return { id, files: await reportOf(id) }
}

const remove = async (id: string, storedName = '') => {
  const query = { analysisRequestId: id, storedName }
  await server.call('removeReportFile', { token: staff.token, query })
  await waitForJobs(server, 'remove-object')
}

/** The steps and starts of the seven passes of an interlaced PNG (Adam7). */
const PASSES = ['8 0 8 0', '8 4 8 0', '4 0 8 4', '4 2 4 0', '2 0 4 2', '2 1 2 0', '1 0 2 1'].map((numbers) =>
  numbers.split(' ').map(Number),
)

const chunk = (type: string, data: Buffer) => {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A valid black PNG of one bit a pixel: few bytes for many pixels. */
function blackPng(width: number, height: number, interlaced = false): Buffer {
  const passes = interlaced ? PASSES : [[1, 0, 1, 0]]
  const bytes = passes.reduce((sum, [stepX = 1, startX = 0, stepY = 1, startY = 0]) => {
    const [columns, rows] = [Math.ceil((width - startX) / stepX), Math.ceil((height - startY) / stepY)]
    return sum + rows * (1 + Math.ceil(columns / 8))
  }, 0)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, interlaced ? 1 : 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(bytes))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Heights, as an elevation model has them: one float a pixel. */
function floatTiff(width: number, height: number): Buffer {
  const [SHORT, LONG] = [3, 4]
  const tags = [
    [256, LONG, width],
    [257, LONG, height],
    [258, SHORT, 32],
    [259, SHORT, 1],
    [262, SHORT, 1],
    [273, LONG, 8],
    [277, SHORT, 1],
    [278, LONG, height],
    [279, LONG, 4 * width * height],
    [339, SHORT, 3],
  ] as const
  const pixels = Buffer.alloc(4 * width * height)
  const directory = Buffer.alloc(2 + 12 * tags.length + 4)
  directory.writeUInt16LE(tags.length)
  for (const [index, [tag, type, value]] of tags.entries()) {
    const at = 2 + 12 * index
    directory.writeUInt16LE(tag, at)
    directory.writeUInt16LE(type, at + 2)
    directory.writeUInt32LE(1, at + 4)
    directory.writeUInt32LE(value, at + 8)
  }
  const start = Buffer.from('II*\0____', 'latin1')
  start.writeUInt32LE(8 + pixels.length, 4)
  return Buffer.concat([start, pixels, directory])
}

const keysOf = (content: Buffer) =>
  PREVIEW_SIDES.map((side) => previewKey(createHash('sha256').update(content).digest('hex'), side))

const DRAWN = ['a.png', 'b.webp', 'c.tif', 'heights.tif', 'small interlaced.png']

describe('the preview of a report file', () => {
  test('a small and a large picture, upright and without anything of the file but its pixels', async () => {
    const sideways = picture({ width: 3000, height: 1000 }).withExif({ IFD0: { Copyright: 'secret' } })
    const photo = await sideways.withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const [file] = (await attached({ 'photo.JPG': photo })).files
    expect(file).toMatchObject({ pixels: { width: 1000, height: 3000 }, isChecking: false })
    for (const [url, height] of [
      [file?.thumbnailUrl, 320],
      [file?.previewUrl, 2048],
    ] as const) {
      const answer = await fetch(url ?? '')
      expect(answer.headers.get('content-type')).toBe('image/webp')
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(bytes.includes('secret')).toBe(false)
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', height })
    }
    expect((await fetch(`${file?.thumbnailUrl?.replace('/320.', '/2048.')}`)).status).toBe(403)
  })

  test('of PNG, WebP and TIFF, also of numbers; not of text, nor of pictures too large to decode', async () => {
    const rgb = { width: 64, height: 32 }
    const files = {
      'a.png': await picture({ ...rgb, channels: 4, background: '#0000' })
        .png()
        .toBuffer(),
      'b.webp': await picture(rgb).webp().toBuffer(),
      'c.tif': await picture(rgb).tiff().toBuffer(),
      'heights.tif': floatTiff(64, 32),
      'text.png': Buffer.from('no picture'),
      'page.jpg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'small interlaced.png': blackPng(64, 32, true),
      'bomb.png': blackPng(20_001, 12_500),
      'interlaced bomb.png': blackPng(6400, 6400, true),
      'values.csv': Buffer.from('plot,height'),
    }
    const seen = (await attached(files)).files.map(({ fileName, pixels, isChecking }) => [fileName, pixels, isChecking])
    expect(seen).toEqual(Object.keys(files).map((name) => [name, DRAWN.includes(name) ? rgb : null, false]))
  })

  test('one that was thrown away is made again', async () => {
    const content = await picture({ width: 40, height: 40 }).png().toBuffer()
    const { files } = await attached({ 'a.png': content })
    const url = files[0]?.thumbnailUrl ?? ''
    expect((await fetch(url)).status).toBe(200)
    for (const key of keysOf(content)) await server.deps.storage.remove({ key })
    expect((await fetch(url)).status).toBe(404)
    await waitForJobs(server, 'check-file')
    expect((await fetch(url)).status).toBe(200)
  })

  test('is deleted with the last file of its content', async () => {
    const content = await picture({ width: 41, height: 41 }).png().toBuffer()
    const [first, second] = [await attached({ 'a.png': content }), await attached({ 'b.png': content })]
    const [key = ''] = keysOf(content)
    const isThere = async () => {
      const read = server.deps.storage.read({ key })[Symbol.asyncIterator]()
      return read.next().then(
        async () => (await read.return?.(), true),
        () => false,
      )
    }
    expect(await isThere()).toBe(true)
    await remove(first.id, first.files[0]?.storedName)
    expect(await isThere()).toBe(true)
    await remove(second.id, second.files[0]?.storedName)
    expect(await isThere()).toBe(false)
  })
})
