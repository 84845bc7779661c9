// Removes for good what is due in a data folder, in a process that a test kills.
import { pino } from 'pino'
import { openDeps } from '#server/deps.ts'
import { purgeDeleted } from '#server/features/deletions/purge-deleted.ts'
import { jobs } from '#server/jobs.ts'
import { configOf } from '../server/backups.ts'

const { DATA_DIR = '', SECRET_KEY = '' } = process.env
const { deps, close } = await openDeps(configOf({ DATA_DIR, SECRET_KEY }), { jobs, log: pino({ level: 'silent' }) })
process.stdout.write('begun\n')
await purgeDeleted(deps)
await close()
