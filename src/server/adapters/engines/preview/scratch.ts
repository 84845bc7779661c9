// The folder of one run. It is removed with the run, or at the next start.
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

export type Scratch = {
  folder: string
  path: (...names: string[]) => string
  /** A process group that would go on without us. */
  remember: (pid: number) => Promise<void>
  isFull: () => Promise<boolean>
  remove: () => Promise<void>
}

const PREFIX = 'preview-'
const PROCESSES = 'processes'

export async function makeScratch(root: string, bytesMax: number): Promise<Scratch> {
  await mkdir(root, { recursive: true })
  const folder = await mkdtemp(join(root, PREFIX))
  const remember = async (pid: number): Promise<void> =>
    appendFile(join(folder, PROCESSES), `${pid} ${await startOf(pid)}\n`)
  await remember(process.pid)
  return {
    folder,
    path: (...names) => join(folder, ...names),
    remember,
    isFull: async () => (await bytesIn(folder)) > bytesMax,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  }
}

/** Ends what a process left running that has ended itself, and removes its folders. Of processes that still run nothing is touched. */
export async function removeLeftovers(root: string): Promise<void> {
  for (const name of await readdir(root).catch(() => [])) {
    if (!name.startsWith(PREFIX)) continue
    const folder = join(root, name)
    const [owner, ...others] = await processesOf(folder)
    if (owner && (await isSame(owner))) continue
    for (const other of others) if (other.pid > 1 && (await isSame(other))) signalGroup(other.pid, 'SIGKILL')
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

type Remembered = { pid: number; start: string }

async function processesOf(folder: string): Promise<Remembered[]> {
  const text = await readFile(join(folder, PROCESSES), 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const [pid, start = ''] = line.split(' ')
    return Number(pid) > 0 ? [{ pid: Number(pid), start }] : []
  })
}

/** The same process, not another that was given its number. */
const isSame = async ({ pid, start }: Remembered): Promise<boolean> => start !== '' && (await startOf(pid)) === start

/** When a process started, by the clock of the system; empty when there is none, or the system doesn't say. */
async function startOf(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in parentheses may hold anything.
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

export function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // Nothing of it runs any more.
  }
}

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
