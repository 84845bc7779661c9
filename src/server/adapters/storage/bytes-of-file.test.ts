import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

test('a file that was removed before anyone read it ends nothing; reading it is rejected', async () => {
  const path = join(folder, 'gone')
  writeFileSync(path, 'bytes')
  const unread = bytesOfFile(path)
  rmSync(path)
  await new Promise(setImmediate)
  await expect(unread.next()).rejects.toThrow('ENOENT')
})
