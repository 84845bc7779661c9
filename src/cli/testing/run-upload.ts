import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

export type Outcome = { code: number | null; stdout: string; stderr: string }

/** Runs `skyfurrow upload`, or another command, in a child process. */
export function runUpload(
  args: string[],
  env: NodeJS.ProcessEnv,
  command = 'upload',
): { child: ChildProcess; outcome: Promise<Outcome> } {
  const child = spawn(process.execPath, ['--no-warnings', 'src/cli/main.ts', command, ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (text) => (stdout += text))
  child.stderr.on('data', (text) => (stderr += text))
  const ended = async () => {
    await once(child, 'close')
    return { code: child.exitCode, stdout, stderr }
  }
  return { child, outcome: ended() }
}
