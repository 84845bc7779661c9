// A program in a process group of its own, with bounds of time and memory, that ends with the run.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { seconds } from '#domain/units.ts'
import { RunFailed } from '../engine.ts'
import { type Scratch, signalGroup } from './scratch.ts'

type Program = {
  command: string
  args: readonly string[]
  scratch: Scratch
  signal: AbortSignal
  bytesMax: number
  onLine: (line: string) => void
}

/** Between asking a group to end and ending it. */
const GRACE_MS = seconds(2)
const LOOK_MS = seconds(1)
const LINE_MAX = 2000
/** Of the last lines, which tell what went wrong. */
const EVIDENCE_LINES = 12

/** @throws the reason of the signal, RunFailed when it takes too much memory or disk, ProgramFailed when it fails. */
export async function runProgram({ command, args, scratch, signal, bytesMax, onLine }: Program): Promise<void> {
  signal.throwIfAborted()
  const child = spawn(command, args, {
    cwd: scratch.folder,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: environment(scratch.folder),
  })
  child.stdin.on('error', () => undefined)
  const ended = once(child, 'close') as Promise<[number | null]>
  ended.catch(() => undefined)
  const bounds = new AbortController()
  const stop = AbortSignal.any([signal, bounds.signal])
  const kill = () => endGroup(child)
  const evidence: string[] = []
  const take = (line: string) => {
    const text = line.slice(0, LINE_MAX)
    evidence.push(text)
    if (evidence.length > EVIDENCE_LINES) evidence.shift()
    onLine(text)
  }
  // At once: what a program says before anything listens is lost.
  const read = [child.stdout, child.stderr].map((stream) => once(createInterface(stream).on('line', take), 'close'))
  try {
    if (child.pid !== undefined) {
      await scratch.remember(child.pid)
      lowerPriority(child.pid)
    }
    stop.addEventListener('abort', kill)
    if (stop.aborted) kill()
    const look = setInterval(() => void checkBounds({ child, scratch, bytesMax }, bounds), LOOK_MS)
    const [code] = await ended.finally(() => clearInterval(look))
    await Promise.all(read)
    stop.throwIfAborted()
    if (code !== 0) throw new ProgramFailed(command, code, evidence)
  } finally {
    stop.removeEventListener('abort', kill)
    // Whatever it has started.
    signalGroup(child.pid, 'SIGKILL')
  }
}

export class ProgramFailed extends Error {
  readonly evidence: readonly string[]
  constructor(command: string, code: number | null, evidence: readonly string[]) {
    super(`${command} ended with ${code ?? 'a signal'}`)
    this.name = 'ProgramFailed'
    this.evidence = evidence
  }
}

/** None of our settings and secrets. */
const environment = (folder: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: folder,
  TMPDIR: folder,
  LANG: 'C.UTF-8',
  QT_QPA_PLATFORM: 'offscreen',
})

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already.
  }
}

function endGroup(child: ChildProcess): void {
  signalGroup(child.pid, 'SIGTERM')
  const timer = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), GRACE_MS)
  child.once('close', () => clearTimeout(timer))
}

type Watched = { child: ChildProcess; scratch: Scratch; bytesMax: number }

async function checkBounds({ child, scratch, bytesMax }: Watched, bounds: AbortController): Promise<void> {
  const used = await memoryOf(child.pid)
  if (used > bytesMax)
    bounds.abort(
      new RunFailed('These photos need more memory than the preview may use.', {
        advice: 'Hand in fewer photos, or use the farm.',
        evidence: [`${Math.round(used / 1e6)} MB in use`],
      }),
    )
  if (await scratch.isFull())
    bounds.abort(
      new RunFailed('These photos need more disk space than the preview may use.', {
        advice: 'Hand in fewer photos, or use the farm.',
      }),
    )
}

/** Resident bytes; 0 where the system doesn't say. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
}
