import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

export type Outcome = { code: number | null; printed: string; complaints: string }

/** `skyfurrow upload` as a process of its own. */
export function runUpload(args: string[], env: NodeJS.ProcessEnv): { child: ChildProcess; outcome: Promise<Outcome> } {
  const child = spawn(process.execPath, ['--no-warnings', 'src/cli/main.ts', ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  let complaints = ''
  child.stdout.on('data', (text) => (printed += text))
  child.stderr.on('data', (text) => (complaints += text))
  const ended = async () => {
    await once(child, 'close')
    return { code: child.exitCode, printed, complaints }
  }
  return { child, outcome: ended() }
}
