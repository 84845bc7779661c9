import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../../..')
/** The released version, which runs beside this one during an update. Update it with each release. */
const SHIPPED = '68f38ab2b02e95b9c593b45722ec44b1e2eb019a'

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** The commit of the previous version. Undefined in a clone without its history. */
export function commitBefore(): string | undefined {
  try {
    return git('rev-parse', '--verify', `${SHIPPED}^{commit}`)
  } catch {
    return undefined
  }
}

/** A folder with the source at that commit and the current packages. */
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
