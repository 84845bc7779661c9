// Finds the programs of a PostgreSQL server for the tests, or brings them from Debian when we may install.
// Run by itself it prints the folder that they are in.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installFromDebian } from './debian.mjs'

const VERSION_MIN = 15
const PACKAGED = '/usr/lib/postgresql'
export const NO_POSTGRES =
  'There is no PostgreSQL 15 or newer on this machine and none could be installed (as root: apt-get install postgresql-15; or set POSTGRES_BIN to the folder of initdb and postgres)'

/** The folder of `initdb` and `postgres`, or undefined when none could be had. */
export function findPostgres() {
  return [process.env.POSTGRES_BIN, ...packaged(), ...(process.env.PATH ?? '').split(':')].find(
    (folder) => folder && existsSync(join(folder, 'initdb')) && version(join(folder, 'postgres')) >= VERSION_MIN,
  )
}

export function ensurePostgres(log = () => undefined) {
  return findPostgres() ?? fromDebian(log)
}

/** The newest first. */
const packaged = () =>
  existsSync(PACKAGED)
    ? readdirSync(PACKAGED)
        .sort((a, b) => Number(b) - Number(a))
        .map((name) => join(PACKAGED, name, 'bin'))
    : []

function version(program) {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return Number(/(\d+)/.exec(stdout ?? '')?.[1] ?? 0)
}

function fromDebian(log) {
  installFromDebian(['postgresql-15'], { says: 'Installing PostgreSQL from Debian (once)', log })
  return findPostgres()
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  const folder = ensurePostgres()
  if (folder) process.stdout.write(`${folder}\n`)
  else {
    process.stderr.write(`${NO_POSTGRES}\n`)
    process.exit(1)
  }
}
