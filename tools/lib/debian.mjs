// Packages of Debian for the tests, where we may install.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs nothing without root and apt-get. `says` is what is logged before. */
export function installFromDebian(packages, { says, log }) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  log(says)
  const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update'], quiet)
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], quiet)
}
