import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openCompute } from '#server/compute/pool.ts'
import { RunFailed } from '../engine.ts'
import { openEngines } from '../open-engines.ts'
import { missingPrograms } from './find-programs.ts'
import { ProgramFailed, runProgram } from './run-program.ts'
import { makeScratch, removeLeftovers, type Scratch } from './scratch.ts'

const folder = (): string => mkdtempSync(join(tmpdir(), 'preview-test-'))
const make = (bytesMax = 1e9): Promise<Scratch> => makeScratch(folder(), bytesMax)

type Options = { signal?: AbortSignal; bytesMax?: number; onLine?: (line: string) => void }
const shell = (scratch: Scratch, text: string, { signal, bytesMax = 1e12, onLine = () => undefined }: Options = {}) =>
  runProgram({
    command: 'sh',
    args: ['-c', text],
    scratch,
    signal: signal ?? new AbortController().signal,
    bytesMax,
    onLine,
  })

const isRunning = (pid: number): boolean => existsSync(`/proc/${pid}`)

test('a program tells its lines, and has none of our settings', async () => {
  const lines: string[] = []
  process.env.SECRET_OF_TEST = 'secret'
  await shell(await make(), 'echo one; echo two >&2; env', { onLine: (line) => lines.push(line) })
  delete process.env.SECRET_OF_TEST
  expect(lines).toEqual(expect.arrayContaining(['one', 'two', 'QT_QPA_PLATFORM=offscreen']))
  expect(lines.join('\n')).not.toContain('secret')
})

test('one that fails says how it ended, with its last lines', async () => {
  const failure = await shell(await make(), 'echo why; exit 3').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ProgramFailed)
  expect(failure).toMatchObject({ message: 'sh ended with 3', evidence: ['why'] })
})

test('cancelling ends all that a program has started, even what does not want to', async () => {
  const scratch = await make()
  const cancel = new AbortController()
  const pids: number[] = []
  const running = shell(
    scratch,
    'trap "" TERM; sh -c \'trap "" TERM; echo $$; while :; do sleep 0.1; done\' & echo $$; wait; wait',
    {
      signal: cancel.signal,
      onLine: (line) => {
        pids.push(Number(line))
        if (pids.length === 2) cancel.abort(new Error('cancelled'))
      },
    },
  )
  await expect(running).rejects.toThrow('cancelled')
  expect(pids).toHaveLength(2)
  await expect.poll(() => pids.filter(isRunning)).toEqual([])
})

describe('bounds', () => {
  test('of memory', async () => {
    const failure = await shell(await make(), 'sleep 60', { bytesMax: 1000 }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(RunFailed)
    expect(failure).toMatchObject({ message: 'These photos need more memory than the preview may use.' })
  })

  test('of disk', async () => {
    const failure = await shell(await make(1000), 'head -c 5000 /dev/zero > large; sleep 60').catch(
      (error: unknown) => error,
    )
    expect(failure).toMatchObject({ message: 'These photos need more disk space than the preview may use.' })
  })
})

const startOf = async (pid: number): Promise<string> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

describe('what a crash leaves', () => {
  test('is ended and removed by the next start, but not what still has its owner', async () => {
    const dataDir = folder()
    const root = join(dataDir, 'scratch', 'preview')
    const alive = await makeScratch(root, 1e9)
    const crashed = join(root, 'preview-crashed')
    await mkdir(crashed)
    const orphan = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
    const ended = once(orphan, 'exit')
    const pid = orphan.pid ?? 0
    await writeFile(join(crashed, 'processes'), `${process.pid} 1\n${pid} ${await startOf(pid)}\n`)
    const compute = openCompute()
    await openEngines({ dataDir, farmNodes: [], compute })
    await compute.close()
    expect(readdirSync(root)).toEqual([alive.folder.slice(root.length + 1)])
    expect(await ended).toEqual([null, 'SIGKILL'])
  })

  test('in a container the product is process 1, and what is in work there stays', async () => {
    const root = folder()
    const inWork = join(root, 'preview-in-work')
    await mkdir(inWork)
    await writeFile(join(inWork, 'processes'), `1 ${await startOf(1)}\n${process.pid} 1\n`)
    await removeLeftovers(root)
    expect(readdirSync(root)).toEqual(['preview-in-work'])
  })

  test('a process that was given the number of another is left alone', async () => {
    const root = folder()
    const crashed = join(root, 'preview-crashed')
    await mkdir(crashed)
    await appendFile(join(crashed, 'processes'), `1 1\n${process.pid} 1\n`)
    await removeLeftovers(root)
    expect(readdirSync(root)).toEqual([])
  })
})

test('what is missing is named, with how to install it', async () => {
  expect(await missingPrograms({ PATH: folder() })).toEqual([
    { command: 'colmap', todo: expect.stringContaining('apt-get install colmap') },
    { command: 'gdal_translate', todo: expect.stringContaining('apt-get install gdal-bin') },
  ])
})
