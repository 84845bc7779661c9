import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hours, MiB } from '#domain/units.ts'
import { mountSmallDisk, type SmallDisk } from '#server/testing/faults/small-disk.ts'
import { etagOf, put, serveLocalStorage } from './testing/serve-local-storage.ts'

let folder: string
let disk: SmallDisk
let under: Awaited<ReturnType<typeof serveLocalStorage>>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'small-disk-'))
  disk = await mountSmallDisk(folder, MiB(20))
  under = await serveLocalStorage(folder)
})
afterEach(async () => {
  await under.close()
  await disk.unmount()
  await rm(folder, { recursive: true })
})

test('a full disk is reported clearly, loses no completed part, and recovers when there is space again', async () => {
  const key = '7/3/1700000000000-a.zip'
  const upload = { key, ...(await under.storage.openUpload({ key })) }
  const expiresAt = new Date(Date.now() + hours(1))
  const send = async (partNumber: number, content: string) => {
    const url = await under.storage.signPart({ ...upload, partNumber, expiresAt, maxBytes: MiB(8) })
    const answer = await put(url, content)
    const { status } = answer
    return status === 200 ? { partNumber, etag: etagOf(answer) } : { status, body: await answer.json() }
  }
  const bytes = ['1'.repeat(MiB(8)), '2'.repeat(MiB(8))] as const
  const first = await send(1, bytes[0])
  await writeFile(join(folder, 'ballast'), Buffer.alloc(MiB(8)))
  const storageFull = { statusCode: 507, message: 'Storage is full. Try again later.' }
  expect(await send(2, bytes[1])).toEqual({ status: 507, body: storageFull })
  expect(await readdir(join(folder, 'tmp'))).toEqual([])
  expect(await under.storage.listParts(upload)).toEqual([{ ...first, size: MiB(8) }])

  await rm(join(folder, 'ballast'))
  const second = await send(2, bytes[1])
  expect(await under.storage.listParts(upload)).toEqual([first, second].map((part) => ({ ...part, size: MiB(8) })))
  await under.storage.completeUpload({ ...upload, parts: await under.storage.listParts(upload) })
  const answer = await fetch(await under.storage.signDownload({ key, fileName: 'a.zip', expiresAt }))
  expect((await answer.text()) === bytes.join('')).toBe(true)
})
