import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { bytesOfFile } from './bytes-of-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'skyfurrow-bytes-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a range of a file is read', async () => {
  const path = join(folder, 'copy')
  writeFileSync(path, '0123456789')
  expect(String(await buffer(bytesOfFile(path, { from: 2, to: 5 })))).toBe('234')
  expect(String(await buffer(bytesOfFile(path)))).toBe('0123456789')
})

test('a file is opened when it is read, and not before: a missing one that nobody reads ends nothing', async () => {
  const path = join(folder, 'later')
  const unread = bytesOfFile(path)
  // As many calls of the file system as an opening would need to fail.
  for (let call = 0; call < 20; call += 1) await stat(folder)
  writeFileSync(path, 'bytes')
  expect(String(await buffer(unread))).toBe('bytes')
})

test('reading a file that was removed is rejected', async () => {
  await expect(bytesOfFile(join(folder, 'gone')).next()).rejects.toThrow('ENOENT')
})
