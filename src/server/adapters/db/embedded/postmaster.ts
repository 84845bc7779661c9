import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { seconds } from '#domain/units.ts'
import { isAlive } from '../is-alive.ts'

const END_TIMEOUT_MS = seconds(60)
const POLL_MS = 50

/** The file of a running server: its process in line 1, the folder of its socket in line 5, its state in line 8. */
const FILE = 'postmaster.pid'

/** Waits for the end of a server whose own process was killed: it then shuts down. The caller holds the lock of the data folder. */
export async function waitForEnd(folder: string): Promise<void> {
  const started = Date.now()
  for (let pid = runningServer(folder); pid !== undefined; pid = runningServer(folder)) {
    if (Date.now() - started > END_TIMEOUT_MS)
      throw new Error(
        `The embedded database in ${folder} is still run by process ${pid}, which an earlier start has left. End it (kill -INT ` +
          `${pid}), and start again.`,
      )
    await delay(POLL_MS)
  }
}

/** The folder of the socket of a server that accepts connections. */
export function runningSocketFolder(folder: string): string | undefined {
  const lines = readLines(folder)
  return lines[7]?.trim() === 'ready' ? lines[4] : undefined
}

/** The process of the server that runs on this folder. A number that another process has meanwhile would stop its start, and is removed. */
function runningServer(folder: string): number | undefined {
  const pid = Number(readLines(folder)[0])
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined
  if (process.platform !== 'linux' || isFolderOf(pid, folder)) return pid
  rmSync(join(folder, FILE), { force: true })
  return undefined
}

function readLines(folder: string): string[] {
  try {
    return readFileSync(join(folder, FILE), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** A server works in its folder. */
function isFolderOf(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch (error) {
    return (error as { code?: unknown }).code !== 'ENOENT'
  }
}
