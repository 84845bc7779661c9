import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')
const MIGRATIONS = 'src/server/adapters/db/migrations'

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** The last commit without the newest migration; undefined where there is no history to find it in. */
export function commitBefore(): string | undefined {
  try {
    const newest = git('log', '-1', '--format=%H', '--diff-filter=A', '--', MIGRATIONS)
    return git('rev-parse', '--verify', `${newest}^`)
  } catch {
    return undefined
  }
}

/** The folder of the product as it was at that commit, over the packages of today. */
export function checkOut(commit: string): string {
  const folder = join(ROOT, '.cache/previous', commit)
  if (existsSync(join(folder, 'node_modules'))) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  git('archive', `--output=${folder}/version.tar`, commit, 'src', 'package.json')
  execFileSync('tar', ['-xf', 'version.tar'], { cwd: folder })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
