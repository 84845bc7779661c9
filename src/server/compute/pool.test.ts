import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { threadId } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#domain/errors.ts'
import { minutes, seconds } from '#domain/units.ts'
import { type Compute, OverBudget, openCompute } from './pool.ts'
import type { work as holdWork } from './testing/hold-worker.ts'
import type { work as spinWork } from './testing/spin-worker.ts'
import type { work as whereWork } from './testing/where-worker.ts'

const [WHERE, HOLD, SPIN] = ['where', 'hold', 'spin'].map(
  (name) => new URL(`./testing/${name}-worker.ts`, import.meta.url),
) as [URL, URL, URL]
const nothing = async () => new Uint8Array()

let compute: Compute
beforeEach(() => {
  compute = openCompute({
    // Two, because short work may fall on the end of a second.
    secondsMax: 2,
    memory: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4, stackSizeMb: 4 },
  })
})
afterEach(async () => {
  vi.useRealTimers()
  await compute.close()
})

const where = (
  input: [number, number][] = [],
  readRange: (from: number, to: number) => Promise<Uint8Array> = nothing,
) => compute.run<typeof whereWork>({ file: WHERE, input, readRange })

test('work is done on another thread, which knows nothing of our environment', async () => {
  const found = await where()
  expect(found.threadId).not.toBe(threadId)
  expect(found.secrets).toEqual([])
})

test('the main thread goes on while the other one computes', async () => {
  const latch = new SharedArrayBuffer(4)
  const held = compute.run<typeof holdWork>({ file: HOLD, input: latch, readRange: nothing })
  // Only a main thread that is free can let go of it.
  const letGo = setInterval(() => {
    Atomics.store(new Int32Array(latch), 0, 1)
    Atomics.notify(new Int32Array(latch), 0)
  }, 1)
  expect(await held).not.toBe('timed-out')
  clearInterval(letGo)
})

test('ranges are read on the main thread, whole ones and pieces of something larger', async () => {
  const all = Uint8Array.from([1, 2, 3, 4])
  const { read } = await where(
    [
      [0, 2],
      [2, 4],
      [4, 4],
    ],
    async (from, to) => (from === 0 ? all.slice(from, to) : all.subarray(from, to)),
  )
  expect(read).toEqual([[1, 2], [3, 4], []])
  expect([...all]).toEqual([1, 2, 3, 4])
})

test('a fault of reading is thrown as it was, and the next work is done', async () => {
  const gone = new AppError('not-found', 'gone')
  const failing = where([[0, 1]], () => Promise.reject(gone))
  await expect(failing).rejects.toBe(gone)
  expect((await where()).read).toEqual([])
})

test('work is stopped when it is told to, also while it computes or waits for its turn', async () => {
  const stop = new AbortController()
  const reason = new Error('stop')
  const spin = () =>
    compute.run<typeof spinWork>({ file: SPIN, input: 'spin', readRange: nothing, signal: stop.signal })
  const both = [spin(), spin()]
  const next = where()
  stop.abort(reason)
  for (const one of both) await expect(one).rejects.toBe(reason)
  expect((await next).read).toEqual([])
  await expect(spin()).rejects.toBe(reason)
})

test.each(['spin', 'fill'] as const)('work that would never end is ended (%s), and the next is done', async (input) => {
  const endless = compute.run<typeof spinWork>({ file: SPIN, input, readRange: nothing })
  const next = where()
  await expect(endless).rejects.toBeInstanceOf(OverBudget)
  expect((await next).read).toEqual([])
})

test('time in which bytes are waited for does not count', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const waiting = where([[0, 1]], async () => {
    vi.advanceTimersByTime(minutes(5))
    return new Uint8Array(1)
  })
  expect((await waiting).read).toEqual([[0]])
})

test('work that may wait only so long for a thread is rejected, and what has the thread goes on', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const single = openCompute({ threads: 1 })
  const latch = new SharedArrayBuffer(4)
  const held = single.run<typeof holdWork>({ file: HOLD, input: latch, readRange: nothing })
  const late = single.run<typeof whereWork>({ file: WHERE, input: [], readRange: nothing, waitSecondsMax: 5 })
  vi.advanceTimersByTime(seconds(5))
  await expect(late).rejects.toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 10 } })
  Atomics.store(new Int32Array(latch), 0, 1)
  Atomics.notify(new Int32Array(latch), 0)
  expect(await held).not.toBe('timed-out')
  await single.close()
})

test('what runs when the pool closes is rejected, and the pool can be used again', async () => {
  const ended = compute
    .run<typeof spinWork>({ file: SPIN, input: 'spin', readRange: nothing })
    .then(() => 'done', String)
  await compute.close()
  expect(await ended).toBe('Error: Terminating worker thread')
  expect((await where()).read).toEqual([])
})

test('under plain Node and in any folder it keeps no process alive', async () => {
  const program = join(import.meta.dirname, 'testing/leave-open.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program], { cwd: tmpdir(), timeout: 25_000 })
  expect(stdout).toBe('1 photo\n')
})
