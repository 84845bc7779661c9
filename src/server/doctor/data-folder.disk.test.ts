import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { GiB, MiB } from '#domain/units.ts'
import { freePort } from '#server/testing/free-port.ts'
import { mountSmallDisk, type SmallDisk } from '#server/testing/small-disk.ts'
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

test('what is left above the reserve is said', async () => {
  const large = join(folder, 'large')
  const largeDisk = await mountSmallDisk(large, GiB(40))
  try {
    const said: string[] = []
    for await (const { name, says } of examine({ NODE_ENV: 'test', DATA_DIR: large, PORT: String(await freePort()) }))
      if (name === 'disk space') said.push(says)
    expect(said).toEqual(['40.00 GB are left, 38.00 GB above the reserve of 2.00 GB'])
  } finally {
    await largeDisk.unmount()
  }
})

async function faults(dataDir: string): Promise<string[]> {
  const said: string[] = []
  const env = { NODE_ENV: 'test', DATA_DIR: dataDir, PORT: String(await freePort()) }
  for await (const { name, state, says } of examine(env))
    if (state === 'fail' && /folder|disk/.test(name)) said.push(`${name}: ${says}`)
  return said
}

test('a disk with little room is named', async () => {
  const said = await faults(join(folder, 'data'))
  expect(said).toEqual([expect.stringMatching(/^disk space: only 64\.00 MB are left where .*data is$/)])
})

test('a data folder that can not be written is named, also before it is made', async () => {
  mkdirSync(join(folder, 'data'))
  await disk.setReadOnly(true)
  for (const name of ['data', 'not-there-yet'])
    expect(await faults(join(folder, name))).toEqual([expect.stringMatching(/^data folder: .* can't be written/)])
})

test('a data folder that was begun by another user is named', async () => {
  writeFileSync(join(folder, 'lock'), '')
  chownSync(join(folder, 'lock'), 4711, 4711)
  expect(await faults(folder)).toEqual([
    `data folder: what is in ${folder} belongs to user 4711, and this is user ${process.getuid?.()}`,
  ])
})
