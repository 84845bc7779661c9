import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '#server/adapters/db/open.ts'
import { openQueue } from '#server/adapters/queue/queue.ts'
import { jobs } from '#server/jobs.ts'

/** Makes one migrated database for the whole run; each test file starts from a copy of it. */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'skyfurrow-template-'))
  const { pglite, queueHome, close } = await openEmbedded(null)
  const queue = await openQueue({ home: queueHome, jobs, log: pino({ level: 'silent' }), works: false })
  await queue.stop()
  const dump = await pglite.dumpDataDir('none')
  const file = join(folder, 'template.tar')
  writeFileSync(file, Buffer.from(await dump.arrayBuffer()))
  await close()
  project.provide('databaseTemplate', file)
  project.provide('postgresUrl', '')
  return () => rmSync(folder, { recursive: true })
}
