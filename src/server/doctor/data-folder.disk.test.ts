import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { GiB, MiB } from '#domain/units.ts'
import { mountSmallDisk, type SmallDisk } from '#server/testing/faults/small-disk.ts'
import { freePort } from '#server/testing/processes/free-port.ts'
import { examine } from './doctor.ts'

let folder: string
let disk: SmallDisk
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skyfurrow-disk-'))
  disk = await mountSmallDisk(folder, MiB(64))
})
afterEach(async () => {
  await disk.unmount()
  rmSync(folder, { recursive: true })
})

test('the free space above the reserve is reported', async () => {
  const large = join(folder, 'large')
  const largeDisk = await mountSmallDisk(large, GiB(40))
  try {
    const reported: string[] = []
    for await (const { name, says } of examine({ NODE_ENV: 'test', DATA_DIR: large, PORT: String(await freePort()) }))
      if (name === 'disk space') reported.push(says)
    expect(reported).toEqual(['40.00 GB are free, 38.00 GB above the reserve of 2.00 GB'])
  } finally {
    await largeDisk.unmount()
  }
})

async function faults(dataDir: string): Promise<string[]> {
  const reported: string[] = []
  const env = { NODE_ENV: 'test', DATA_DIR: dataDir, PORT: String(await freePort()) }
  for await (const { name, state, says } of examine(env))
    if (state === 'fail' && /folder|disk/.test(name)) reported.push(`${name}: ${says}`)
  return reported
}

test('a nearly full disk is reported', async () => {
  const reported = await faults(join(folder, 'data'))
  expect(reported).toEqual([expect.stringMatching(/^disk space: only 64\.00 MB are free on the disk of .*data$/)])
})

test('a data folder that is not writable is reported, also before it exists', async () => {
  mkdirSync(join(folder, 'data'))
  await disk.setReadOnly(true)
  for (const name of ['data', 'not-there-yet'])
    expect(await faults(join(folder, name))).toEqual([expect.stringMatching(/^data folder: .* can't be written/)])
})

test('a data folder of another user is reported', async () => {
  writeFileSync(join(folder, 'lock'), '')
  chownSync(join(folder, 'lock'), 4711, 4711)
  expect(await faults(folder)).toEqual([
    `data folder: the files in ${folder} belong to uid 4711, and this process runs as uid ${process.getuid?.()}`,
  ])
})
