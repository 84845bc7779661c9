import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minutes } from '#domain/units.ts'
import { makePlace, withPlace } from '#server/testing/processes/restore-drill.ts'
import { makeScratch } from '#server/testing/server/backups.ts'
import { waitForJobs } from '#server/testing/server/emails.ts'
import { openTestServer } from '#server/testing/server/test-server.ts'
import { deleteAgain } from './purged-list.ts'

const REQUESTS = 120
const KILLS = 8
const SCRIPT = join(import.meta.dirname, '../../testing/processes/purge-place.ts')

const scratch = makeScratch()
const place = scratch.place()
beforeAll(() => makePlace(place, REQUESTS), minutes(5))
afterAll(() => scratch.remove())

/** Undefined when it was killed so long after it had begun, else its exit code. */
async function purgeFor(milliseconds: number): Promise<number | undefined> {
  const child = spawn(process.execPath, ['--no-warnings', SCRIPT], {
    env: { PATH: process.env['PATH'], ...place },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit') as Promise<[number | null]>
  await once(child.stdout, 'data')
  await Promise.race([exited, setTimeout(milliseconds)])
  child.kill('SIGKILL')
  return (await exited)[0] ?? undefined
}

test('an account is removed whole, however often removing it is killed', { timeout: minutes(10) }, async () => {
  await withPlace(place, async ({ db }) => {
    const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const askedAt = new Date().toISOString()
    await deleteAgain(db, [{ kind: 'account', id, askedBy: id, askedAt }], { purgeOn: new Date(0) })
  })
  let killed = 0
  for (let round = 0; round < KILLS; round += 1) {
    if ((await purgeFor(40 + round * 15)) === undefined) killed += 1
    await withPlace(place, async ({ db }) => {
      // No request has lost its file, and no file its request.
      const left = await db
        .selectFrom('analyses')
        .leftJoin('files', 'files.analysisId', 'analyses.id')
        .select('files.id')
        .execute()
      expect(left.every(({ id }) => id !== null)).toBe(true)
    })
  }
  expect(killed).toBeGreaterThan(3)
  expect(await purgeFor(minutes(5))).toBe(0)
  const server = await openTestServer({}, { over: place })
  await waitForJobs(server, 'remove-object')
  const { db, storage } = server.deps
  for (const table of ['users', 'projects', 'analyses', 'uploads', 'files', 'deletions'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  expect(await storage.isEmpty()).toBe(true)
  const receipts = await db.selectFrom('audit').select('subject').where('action', '=', 'deletion.purged').execute()
  expect(receipts).toHaveLength(REQUESTS + 2)
  expect(new Set(receipts.map(({ subject }) => subject)).size).toBe(REQUESTS + 2)
  await server.close()
})
