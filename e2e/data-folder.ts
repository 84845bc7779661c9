import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { FORMER_STAFF, OTHER_STAFF } from './users.ts'

/** A data folder in which the command line has made staff; every server of a run starts from a copy of it. */
export const DATA_FOLDER = `.cache/e2e-data-${process.env.E2E_PORT ?? '18080'}`

/** What every server of these tests is told. */
export const SETTINGS = {
  NODE_ENV: 'development',
  PUBLIC_URL: '',
  NODE_COMPILE_CACHE: resolve('.cache/compiled'),
  // Small enough that an archive goes up in several.
  PART_BYTES: String(8 * 1024 * 1024),
}

/** Staff made by command never had a code mailed, so the one a minute for an address is still to come. */
export function makeDataFolder(): void {
  rmSync(DATA_FOLDER, { recursive: true, force: true })
  for (const { email, password, name } of [OTHER_STAFF, FORMER_STAFF]) {
    const { status } = spawnSync(
      process.execPath,
      ['tools/skyfurrow.mjs', 'admin', 'create', '--email', email, '--name', name],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, ...SETTINGS, ADMIN_PASSWORD: password, DATA_DIR: DATA_FOLDER },
      },
    )
    if (status !== 0) throw new Error(`${email} could not be made`)
  }
}
