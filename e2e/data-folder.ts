import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { FORMER_STAFF, OTHER_STAFF } from './users.ts'

/** A data folder in which the CLI has created staff; every server of a run starts from a copy of it. */
export const DATA_FOLDER = `.cache/e2e-data-${process.env.E2E_PORT ?? '18080'}`

/** The environment of every server in these tests. */
export const SETTINGS = {
  NODE_ENV: 'development',
  PUBLIC_URL: '',
  EXAMPLE_TRIAL: 'off',
  NODE_COMPILE_CACHE: resolve('.cache/compiled'),
  // Small, so that an archive has several parts.
  PART_BYTES: String(8 * 1024 * 1024),
}

/** Staff created by command were never sent a code, so the one a minute for an address is still available. */
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
    if (status !== 0) throw new Error(`${email} could not be created`)
  }
}
