import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minutes } from '#domain/units.ts'
import { DRILL_REQUESTS, drill, keptOf, makePlace } from '#server/testing/processes/restore-drill.ts'
import { makeScratch } from '#server/testing/server/backups.ts'
import { backupsIn } from './manifest.ts'

const ROOT = join(import.meta.dirname, '../../..')
const scratch = makeScratch()
const from = scratch.place()
beforeAll(() => makePlace(from, DRILL_REQUESTS), minutes(20))
afterAll(() => scratch.remove(), minutes(20))

test(`F66: a drill of ${DRILL_REQUESTS} requests over the embedded database`, { timeout: minutes(20) }, async () => {
  const counts = await drill(from, scratch.place(), scratch.folder)
  const kept = keptOf(DRILL_REQUESTS)
  expect(counts).toEqual({ requests: kept, objects: kept })
})

/** The command in a process that the test kills. */
const command = (place: Record<string, string>, ...args: string[]): ChildProcess =>
  spawn(process.execPath, ['--no-warnings', 'src/server/main.ts', ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'silent', ...place },
    stdio: ['ignore', 'ignore', 'pipe'],
  })

async function killOnce(child: ChildProcess, hasStarted: () => boolean): Promise<void> {
  const ended = once(child, 'exit')
  while (child.exitCode === null && !hasStarted()) await setTimeout(2)
  child.kill('SIGKILL')
  expect((await ended)[1]).toBe('SIGKILL')
}

const isFilled = (folder: string) => existsSync(folder) && readdirSync(folder).length > 0

test('a killed backup is not a backup', async () => {
  const folder = join(scratch.folder, 'killed')
  await killOnce(command(from, 'backup', folder), () => isFilled(join(folder, 'objects')))
  expect(backupsIn(folder)).toEqual([])
})

test('a killed restore leaves a target that is rejected, with instructions to reset it', async () => {
  const backup = join(scratch.folder, 'whole')
  expect(await once(command(from, 'backup', backup), 'exit')).toEqual([0, null])
  const place = scratch.place()
  const data = place['DATA_DIR'] ?? ''
  await killOnce(command(place, 'restore', backup), () => isFilled(join(data, 'objects/objects')))
  const again = command(place, 'restore', backup)
  const output = again.stderr ? await text(again.stderr) : ''
  expect(output).toContain(
    'The store has files already. A backup can only be restored into an empty database and store.',
  )
  expect(output).toContain(`remove ${data}/db, and remove what is in ${data}/objects`)
  expect(again.exitCode ?? (await once(again, 'exit'))[0]).toBe(1)
})
