import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AppError } from '#domain/errors.ts'
import { hours, MiB } from '#domain/units.ts'
import { partialMarks } from '#server/testing/faults/partial-marks.ts'
import { mountSmallDisk, type SmallDisk } from '#server/testing/faults/small-disk.ts'
import { put, serveLocalStorage } from './testing/serve-local-storage.ts'

/** 5 % of it is the reserve. */
const DISK = MiB(40)
const RESERVE = MiB(2)
const STORAGE_FULL = { statusCode: 507, message: 'Storage is full. Try again later.' }

let folder: string
let disk: SmallDisk
let under: Awaited<ReturnType<typeof serveLocalStorage>>
let upload: { key: string; uploadId: string }
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'small-disk-'))
  disk = await mountSmallDisk(folder, DISK)
  under = await serveLocalStorage(folder)
})
afterEach(async () => {
  await under.close()
  await disk.unmount()
  await rm(folder, { recursive: true })
})

const open = async () => {
  const key = '7/3/1700000000000-a.zip'
  upload = { key, ...(await under.storage.openUpload({ key })) }
}
/** Why an upload of this size is not opened, or undefined. */
const openError = (bytes: number): Promise<string | undefined> =>
  under.storage.openUpload({ key: '7/3/1700000000000-c.zip', bytes }).then(
    () => undefined,
    ({ code }: AppError) => code,
  )
const urlOf = (partNumber: number) =>
  under.storage.signPart({
    ...upload,
    partNumber,
    maxBytes: MiB(10),
    expiresAt: new Date(Date.now() + hours(1)),
  })
const send = async (partNumber: number, bytes: number) => (await put(await urlOf(partNumber), 'x'.repeat(bytes))).status
const arrived = async () => (await under.storage.listParts(upload)).map(({ partNumber }) => partNumber)
/** The marks of parts that have not arrived whole. */
const partials = () => partialMarks(folder)
const ballast = (bytes: number) => writeFile(join(folder, 'ballast'), Buffer.alloc(bytes))
const bodyOf = async (response: IncomingMessage): Promise<unknown> =>
  JSON.parse(Buffer.concat(await response.toArray()).toString())

test('a part that does not fit above the reserve is rejected before its first byte, and others still fit', async () => {
  await ballast(MiB(30))
  await open()
  const sending = request(await urlOf(1), { method: 'PUT', headers: { 'content-length': MiB(9) } })
  sending.on('error', () => undefined)
  sending.flushHeaders()
  const [response] = (await once(sending, 'response')) as [IncomingMessage]
  expect(await bodyOf(response)).toEqual(STORAGE_FULL)
  expect(partials()).toEqual([])

  expect(await send(1, MiB(7))).toBe(200)
  // Bytes that are still in memory are not seen now, but by the next check of the free space.
  await expect.poll(() => openError(MiB(2))).toBe('storage-full')
  expect(await send(2, MiB(2))).toBe(507)
  await rm(join(folder, 'ballast'))
  expect(await send(2, MiB(2))).toBe(200)
  expect(await arrived()).toEqual([1, 2])
})

test('an upload that does not fit above the reserve is not opened', async () => {
  await ballast(MiB(30))
  const key = '7/3/1700000000000-b.zip'
  await expect(under.storage.openUpload({ key, bytes: MiB(9) })).rejects.toMatchObject({ code: 'storage-full' })
  await under.storage.openUpload({ key, bytes: MiB(7) })
  await ballast(DISK - RESERVE)
  await expect.poll(() => openError(0)).toBe('storage-full')
  await rm(join(folder, 'ballast'))
  await under.storage.openUpload({ key })
})

test('a part whose space is taken meanwhile is aborted, and completed parts stay', async () => {
  await open()
  expect(await send(1, MiB(1))).toBe(200)
  const sending = request(await urlOf(2), { method: 'PUT', headers: { 'content-length': MiB(10) } })
  sending.on('error', () => undefined)
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>
  sending.write(Buffer.alloc(MiB(4)))
  await expect.poll(partials).toHaveLength(1)
  // All of it fits on the disk, with less than the reserve beside it.
  await ballast(MiB(34.5))
  // Byte after byte, until the free space has been checked again.
  const timer = setInterval(() => void sending.write('x'), 1)
  const [response] = await answered
  clearInterval(timer)
  expect(await bodyOf(response)).toEqual(STORAGE_FULL)
  await expect.poll(partials).toEqual([])
  expect(await arrived()).toEqual([1])

  await rm(join(folder, 'ballast'))
  expect(await send(2, MiB(10))).toBe(200)
  expect(await arrived()).toEqual([1, 2])
})

test('of many concurrent parts those that fit above the reserve arrive', async () => {
  const large = join(folder, 'large')
  const largeDisk = await mountSmallDisk(large, MiB(400))
  const beside = await serveLocalStorage(large)
  try {
    await writeFile(join(large, 'ballast'), Buffer.alloc(MiB(300)))
    const key = '7/3/1700000000000-b.zip'
    const many = { key, ...(await beside.storage.openUpload({ key })) }
    const expiresAt = new Date(Date.now() + hours(1))
    const sent = Array.from({ length: 8 }, async (_, index) => {
      const part = { ...many, partNumber: index + 1, maxBytes: MiB(16), expiresAt }
      return (await put(await beside.storage.signPart(part), 'x'.repeat(MiB(16)))).status
    })
    const statuses = await Promise.all(sent)
    expect(new Set(statuses)).toEqual(new Set([200, 507]))
    const parts = await beside.storage.listParts(many)
    expect(parts).toHaveLength(statuses.filter((status) => status === 200).length)
    // 80 MiB are above the reserve, and a check does not see the bytes that are still in memory: 9 MiB of them at most.
    expect(parts.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(MiB(89))
  } finally {
    await beside.close()
    await largeDisk.unmount()
  }
})
