// A script: opens the embedded database of a data folder like the server, and writes until that ends the process.

import { exitOnCorruption } from '#server/adapters/db/corruption.ts'
import { openEmbedded } from '#server/adapters/db/open.ts'
import { openLog } from '#server/logging/log.ts'

const [folder = ''] = process.argv.slice(2)
const { pglite } = await openEmbedded(folder, { onFatal: exitOnCorruption(openLog('info'), folder) })
await pglite.exec('create table if not exists notes (at bigint primary key)')
for (let at = 0; ; at += 1) {
  await pglite.query('insert into notes values ($1)', [at])
  process.stdout.write(`kept ${at}\n`)
  // Starts the next WAL file, which takes 16 MiB.
  await pglite.exec('select pg_switch_wal()')
}
