import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { joinSharedFolder } from './shared-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sharing-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a data folder has one name among the sharers, and no other has it', () => {
  const [dataDir, other] = [join(folder, '/'), mkdtempSync(join(folder, 'other-'))]
  const name = joinSharedFolder({ sharedFolder: folder, dataDir })
  expect(name).toMatch(/^[0-9a-f-]{36}$/)
  expect(joinSharedFolder({ sharedFolder: folder, dataDir })).toBe(name)
  expect(joinSharedFolder({ sharedFolder: folder, dataDir: other })).not.toBe(name)
})

test('a shared folder that is not there is not made, for its disk may not be mounted', () => {
  const sharedFolder = join(folder, 'not mounted')
  const refusal = `The shared folder ${sharedFolder} is not there, or can't be written. Check that its disk is mounted`
  for (const dataDir of [folder, mkdtempSync(join(folder, 'other-'))])
    expect(() => joinSharedFolder({ sharedFolder, dataDir })).toThrow(refusal)
})
