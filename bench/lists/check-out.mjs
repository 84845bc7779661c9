import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../tools/lib/launch.mjs'

/** A folder with the server at a commit, and with its packages. */
export function checkOut(commit) {
  const folder = join(ROOT, '.cache/before', commit)
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  run(
    'git',
    ['archive', `--output=${folder}/code.tar`, commit, 'src', 'package.json', 'package-lock.json', '.npmrc'],
    ROOT,
  )
  run('tar', ['-xf', 'code.tar'], folder)
  run('npm', ['ci', '--omit=dev'], folder)
  return folder
}

const run = (program, args, cwd) => execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
