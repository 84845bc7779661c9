import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { databaseFolder } from '#server/adapters/db/embedded-folder.ts'
import { openEmbedded } from '#server/adapters/db/open.ts'
import { openQueue } from '#server/adapters/queue/open-queue.ts'
import { jobs } from '#server/jobs.ts'

/** Creates one migrated database for the whole run. Each test file starts from a copy of it. */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'skyfurrow-template-'))
  const { db, queueConnection, close } = await openEmbedded(folder)
  const queue = await openQueue({
    db,
    connection: queueConnection,
    jobs,
    log: pino({ level: 'silent' }),
    jobWeights: [],
  })
  await queue.stop()
  await close()
  project.provide('databaseTemplate', databaseFolder(folder))
  project.provide('postgresUrl', '')
  return () => rmSync(folder, { recursive: true })
}
