import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { minutes, seconds } from '#domain/units.ts'
import { CallError } from './call-error.ts'
import type { WaitReason } from './retry-loop.ts'
import { fakeConnectivity } from './testing/fake-connectivity.ts'
import type { UploadCalls } from './transfer.ts'
import { createUploadEngine, type UploadEngine, type UploadSnapshot } from './upload-engine.ts'

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }),
)
afterEach(() => void vi.useRealTimers())

const PART = 4
const file = () => new File(['abcdefghij'], 'field.zip')
const noAnswer = () => new CallError(0)
type Put = UploadCalls['put']

/** A server in memory whose calls a test can make fail. */
function server({
  put,
  start,
  partSize = PART,
}: {
  put?: (part: number, input: Parameters<Put>[0]) => void
  start?: () => void
  partSize?: number
} = {}) {
  const arrived = new Map<number, number>()
  const log: string[] = []
  const calls: UploadCalls = {
    async start({ file: source, open }) {
      log.push(open ? 'resume' : 'start')
      start?.()
      const numbers = Array.from({ length: Math.ceil(source.size / partSize) }, (_, index) => index + 1)
      const missing = numbers.filter((number) => !arrived.has(number))
      return {
        preSignedUrl: {
          preSignedUrls: Object.fromEntries(missing.map((n) => [n, `/${n}`])),
          uploadId: 'u',
          key: 'k',
        },
        id: 'a',
        partSize,
        received: [...arrived].map(([partNumber, size]) => ({ partNumber, etag: `e${partNumber}`, size })),
      }
    },
    async put(input) {
      const part = Number(input.url.slice(1))
      log.push(`put ${part}`)
      put?.(part, input)
      arrived.set(part, input.body.size)
      return `"e${part}"`
    },
    fetchArrived: () => Promise.reject(new Error('This server takes whole parts only')),
    async complete() {
      log.push('complete')
    },
    async confirm() {},
  }
  return { arrived, calls, log }
}

/** Advances the clock until the upload is in this state. Digests take real time, much of it on a busy machine. */
async function comesTo(
  engine: UploadEngine,
  wanted: Pick<Partial<UploadSnapshot>, 'state' | 'waitReason'>,
): Promise<void> {
  const [[name, value] = []] = Object.entries(wanted)
  const deadline = performance.now() + minutes(2)
  while (Reflect.get(engine.getSnapshot(), name ?? '') !== value && performance.now() < deadline) {
    await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(engine.getSnapshot()).toMatchObject(wanted)
}
const settled = (engine: UploadEngine, state: UploadSnapshot['state']) => comesTo(engine, { state })
const holding = (engine: UploadEngine, waitReason: WaitReason) => comesTo(engine, { waitReason })

describe('an upload whose connection is lost', () => {
  it('F29: retries the same part by itself, and sends no other part twice', async () => {
    let failures = 2
    const there = server({
      put: (part) => {
        if (part === 2 && failures-- > 0) throw noAnswer()
      },
    })
    const engine = createUploadEngine(there.calls, file())
    void engine.start()
    await holding(engine, 'waiting')
    expect(engine.getSnapshot()).toMatchObject({ state: 'uploading', sentBytes: 4 })
    await settled(engine, 'completed')
    expect(there.log.filter((entry) => entry.startsWith('put'))).toEqual(['put 1', 'put 2', 'put 2', 'put 2', 'put 3'])
  })

  it('does not send a part again when only its response was lost', async () => {
    let lost = true
    const there = server()
    const put: Put = async (input) => {
      const etag = await there.calls.put(input)
      if (input.url === '/2' && lost) {
        lost = false
        throw noAnswer()
      }
      return etag
    }
    const engine = createUploadEngine({ ...there.calls, put }, file())
    void engine.start()
    await settled(engine, 'completed')
    expect(there.log).toEqual(['start', 'put 1', 'put 2', 'resume', 'put 3', 'complete'])
  })

  it('waits until an unavailable server responds', async () => {
    let away = true
    const there = server({
      start: () => {
        if (away) throw new CallError(503)
      },
    })
    const engine = createUploadEngine(there.calls, file())
    void engine.start()
    await holding(engine, 'waiting')
    await vi.advanceTimersByTimeAsync(minutes(30))
    expect(engine.getSnapshot().state).toBe('uploading')
    away = false
    await settled(engine, 'completed')
  })

  it('F36: waits while the browser is offline, and resumes as soon as it is online', async () => {
    const connectivity = fakeConnectivity()
    const there = server({
      put: () => {
        if (!connectivity.isOnline()) throw noAnswer()
      },
    })
    connectivity.set(false)
    const engine = createUploadEngine(there.calls, file(), { connectivity })
    void engine.start()
    await holding(engine, 'offline')
    while (there.log.length < 2) await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(minutes(30))
    expect(there.log).toEqual(['start', 'put 1'])
    connectivity.set(true)
    await settled(engine, 'completed')
  })

  it.each([1, 2])('fails when a reachable server rejects part %i repeatedly', async (refused) => {
    const there = server({
      put: (part) => {
        if (part === refused) throw noAnswer()
      },
    })
    const engine = createUploadEngine(there.calls, file())
    void engine.start()
    await settled(engine, 'error')
    expect(engine.getSnapshot().reason).toBe(`Failed to upload part ${refused}`)
    expect(there.log.filter((entry) => entry === `put ${refused}`)).toHaveLength(4)
  })

  it('continues as long as every attempt makes progress', async () => {
    const bytes = new Uint8Array(5 * 1024 * 1024)
    let failures = 20
    const { calls } = server({ partSize: bytes.length })
    const put: Put = async ({ onSent, body }) => {
      onSent(body.size - 1)
      if (failures-- > 0) throw noAnswer()
      return '"e"'
    }
    const engine = createUploadEngine({ ...calls, put }, new File([bytes], 'field.zip'))
    void engine.start()
    await settled(engine, 'completed')
    expect(failures).toBe(-1)
  })
})

describe('an upload that is rejected', () => {
  it('F41: requests new URLs immediately when one has expired', async () => {
    let expired = true
    const there = server({
      put: (part) => {
        if (part === 2 && expired) {
          expired = false
          throw new CallError(403)
        }
      },
    })
    const engine = createUploadEngine(there.calls, file())
    const reasons: unknown[] = []
    engine.subscribe(() => reasons.push(engine.getSnapshot().waitReason))
    await engine.start()
    expect(engine.getSnapshot().state).toBe('completed')
    expect(reasons.filter(Boolean)).toEqual([])
    expect(there.log).toEqual(['start', 'put 1', 'put 2', 'resume', 'put 2', 'put 3', 'complete'])
  })

  it.each([
    ['with the message of the server', new CallError(403, 'This project is not assigned to you')],
    ['when storage is full', new CallError(507, 'Storage is full. Try again later.')],
    ['when there are too many open uploads', new CallError(429, 'You have 5 unfinished uploads.', 60)],
    ['when the session has ended', new CallError(401, 'Your session has ended')],
  ])('stops at the first attempt %s', async (_, fault) => {
    const there = server({
      start: () => {
        throw fault
      },
    })
    const engine = createUploadEngine(there.calls, file())
    await engine.start()
    expect(engine.getSnapshot()).toMatchObject({ state: 'error', reason: fault.message })
    expect(there.log).toEqual(['start'])
  })

  it('stops when storage becomes full during a part', async () => {
    const there = server({
      put: () => {
        throw new CallError(507)
      },
    })
    const engine = createUploadEngine(there.calls, file())
    await engine.start()
    expect(engine.getSnapshot()).toMatchObject({ state: 'error', reason: 'Storage is full. Try again later.' })
  })

  it('waits as long as the server requests', async () => {
    let busy = true
    const there = server({
      start: () => {
        if (busy) throw new CallError(429, 'Too many', 40)
      },
    })
    const engine = createUploadEngine(there.calls, file(), { open: { id: 'a', uploadId: 'u' } })
    void engine.start()
    await holding(engine, 'waiting')
    busy = false
    await vi.advanceTimersByTimeAsync(seconds(39))
    expect(engine.getSnapshot().state).toBe('uploading')
    await settled(engine, 'completed')
  })

  it('waits for its completion without requesting URLs again', async () => {
    let refusals = 3
    const there = server()
    const complete: UploadCalls['complete'] = async (input) => {
      await there.calls.complete(input)
      if (refusals-- > 0) throw new CallError(429, 'Too many requests. Try again in a moment.', 5)
    }
    const engine = createUploadEngine({ ...there.calls, complete }, file())
    void engine.start()
    await settled(engine, 'completed')
    expect(there.log).toEqual(['start', 'put 1', 'put 2', 'put 3', 'complete', 'complete', 'complete', 'complete'])
  })
})

/** Interrupts the second part this many times. */
const cutTimes = (times: number) => {
  let left = times
  return server({
    put: (part) => {
      if (part === 2 && left-- > 0) throw new CallError(409)
    },
  })
}

describe('a part that a newer connection sends as well', () => {
  it('is retried: only what is missing is sent', async () => {
    const there = cutTimes(3)
    const engine = createUploadEngine(there.calls, file())
    void engine.start()
    await settled(engine, 'completed')
    expect(there.log.filter((entry) => entry.startsWith('put'))).toEqual(
      [1, 2, 2, 2, 2, 3].map((part) => `put ${part}`),
    )
  })

  it('fails when it is superseded repeatedly, with a message for people', async () => {
    const engine = createUploadEngine(cutTimes(9).calls, file())
    void engine.start()
    await settled(engine, 'error')
    expect(engine.getSnapshot().reason).toBe(
      'This file is also being uploaded from another window or computer. Let that finish, or stop it there and retry here.',
    )
  })
})

describe('a pause', () => {
  it('aborts the part in flight and waits until it is resumed', async () => {
    const reached = Promise.withResolvers<void>()
    const there = server()
    let held = true
    const put: Put = (input) => {
      if (input.url !== '/2' || !held) return there.calls.put(input)
      return new Promise((_, reject) => {
        input.signal.addEventListener('abort', () => reject(new Error('stopped')))
        input.onSent(3)
        reached.resolve()
      })
    }
    const engine = createUploadEngine({ ...there.calls, put }, file())
    void engine.start()
    await reached.promise
    expect(engine.getSnapshot().sentBytes).toBe(7)
    engine.pause()
    await vi.advanceTimersByTimeAsync(minutes(30))
    expect(engine.getSnapshot()).toMatchObject({ state: 'uploading', waitReason: 'paused', sentBytes: 4 })
    held = false
    engine.resume()
    await settled(engine, 'completed')
    expect(engine.getSnapshot().waitReason).toBeUndefined()
  })

  it('can be stopped', async () => {
    const there = server({
      put: () => {
        throw noAnswer()
      },
    })
    const engine = createUploadEngine(there.calls, file())
    const running = engine.start()
    engine.pause()
    engine.stop()
    await running
    expect(engine.getSnapshot()).toMatchObject({ state: 'ready', sentBytes: 0 })
  })
})

describe('a file that changed on disk', () => {
  it('F40: ends the upload with a clear message, whatever the connection does', async () => {
    const source = file()
    const there = server({
      put: () => {
        source.slice = () => {
          const blob = new Blob()
          blob.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
          return blob
        }
        throw noAnswer()
      },
    })
    const engine = createUploadEngine(there.calls, source)
    await engine.start()
    expect(engine.getSnapshot().reason).toBe(
      'field.zip was changed, moved or removed on this computer while it was being sent. Remove this upload and choose the file again.',
    )
  })
})
