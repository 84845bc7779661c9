import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MiB, minutes, seconds } from '#domain/units.ts'
import { openEmbedded } from '#server/adapters/db/open.ts'
import { mountSmallDisk, type SmallDisk } from '#server/testing/faults/small-disk.ts'

const FILL = join(import.meta.dirname, '../testing/processes/fill-database.ts')
const INODES = 2_000

let folder: string
let disk: SmallDisk
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skyfurrow-disk-'))
  disk = await mountSmallDisk(folder, MiB(140), INODES)
})
afterEach(async () => {
  await disk.unmount()
  rmSync(folder, { recursive: true })
})

test(
  'F73: when the database can create no file, the server is not ready, reports why, and recovers without a restart',
  async () => {
    const { pglite, check, close } = await openEmbedded(folder)
    await pglite.exec('create table notes as select 1 as one')
    await check()
    const full = await disk.fillInodes()
    await expect(pglite.exec('vacuum notes')).rejects.toMatchObject({ code: '53100' })
    await expect(pglite.exec('create table others (id int)')).rejects.toMatchObject({ code: '53100' })
    await vi.waitFor(() => expect(check()).rejects.toThrow('ENOSPC'), { timeout: seconds(60), interval: 50 })
    await full.free()
    await check()
    await pglite.exec('vacuum notes')
    await pglite.exec('create table others (id int)')
    await close()
  },
  minutes(4),
)

test(
  "F74: when the database's log has no space, the process exits with 70 and a clear message, and starts again with all committed data",
  async () => {
    const ballast = join(folder, 'ballast')
    writeFileSync(ballast, Buffer.alloc(MiB(40)))
    const child = spawn(process.execPath, ['--no-warnings', FILL, folder], { stdio: ['ignore', 'pipe', 'pipe'] })
    let [kept, stderr] = ['', '']
    child.stdout.on('data', (text) => (kept += text))
    child.stderr.on('data', (text) => (stderr += text))
    expect(await once(child, 'close')).toEqual([70, null])
    expect(stderr).toMatch(
      /^The embedded database can't be trusted any more \(the disk has no room for its write-ahead log\)\. The process ends now/,
    )
    expect(kept).toContain(`"level":60`)
    rmSync(ballast)
    const { pglite, close } = await openEmbedded(folder)
    const { rows } = await pglite.query<{ at: number }>('select at from notes order by at')
    expect(rows.map(({ at }) => `kept ${at}`)).toEqual(kept.match(/kept \d+/g))
    await close()
  },
  minutes(4),
)
