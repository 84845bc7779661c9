import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { KiB, minutes } from '#domain/units.ts'
import { partEtag } from '#domain/uploads.ts'
import { CallError } from './call-error.ts'
import type { ArrivedBytes, PutInput } from './send-rest.ts'
import { requestFor } from './send-rest.ts'
import type { UploadCalls } from './transfer.ts'
import { createUploadEngine, type UploadEngine, type UploadSnapshot } from './upload-engine.ts'

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }),
)
afterEach(() => void vi.useRealTimers())

/** More than the sender reads at a time. */
const PART = KiB(1300)
const SIZE = PART + KiB(100)
const bytes = Uint8Array.from({ length: SIZE }, (_, at) => (at * 31) % 251)
const file = (content = bytes) => new File([content], 'field.zip')
const etagOf = (content: Uint8Array) => partEtag({ crc: crc32(content), size: content.length })

const sizeOf = (part: number) => (part === 1 ? PART : SIZE - PART)
const partOf = ({ url }: { url: string }) => Number(url.slice(1))

/** A store that keeps the bytes of an interrupted part, and a connection that a test can interrupt after some bytes. */
function storeWith({ cuts = [] as (number | CallError)[] } = {}) {
  const there = new Map<number, Uint8Array>()
  const sent: string[] = []
  let sentBytes = 0
  const isComplete = (part: number) => there.get(part)?.length === sizeOf(part)

  const arrivedOf = (part: number): ArrivedBytes => {
    const content = there.get(part) ?? new Uint8Array()
    return {
      size: content.length,
      etag: content.length > 0 ? etagOf(content) : undefined,
      isComplete: isComplete(part),
    }
  }
  const put = async ({ from, body, onSent, ...input }: PutInput) => {
    const part = partOf(input)
    sent.push(`${requestFor(from).method} ${part} from ${from?.size ?? 'the start'}`)
    const arrived = arrivedOf(part)
    if (from && (from.size !== arrived.size || from.etag !== arrived.etag)) throw new CallError(412)
    const cut = cuts.shift()
    if (cut instanceof CallError) throw cut
    const piece = new Uint8Array(await body.slice(0, cut).arrayBuffer())
    const content = Buffer.concat([from ? (there.get(part) ?? piece.subarray(0, 0)) : piece.subarray(0, 0), piece])
    there.set(part, content)
    sentBytes += piece.length
    onSent(piece.length)
    if (cut !== undefined) throw new CallError(0)
    return `"${etagOf(content)}"`
  }
  const calls: UploadCalls = {
    async start() {
      const numbers = [1, 2]
      const missing = numbers.filter((part) => !isComplete(part))
      const whole = numbers.filter(isComplete)
      const incomplete = missing.map((partNumber) => ({ partNumber, size: arrivedOf(partNumber).size }))
      return {
        preSignedUrl: { preSignedUrls: Object.fromEntries(missing.map((n) => [n, `/${n}`])), uploadId: 'u', key: 'k' },
        id: 'a',
        partSize: PART,
        received: whole.map((partNumber) => ({
          partNumber,
          etag: arrivedOf(partNumber).etag ?? '',
          size: sizeOf(partNumber),
        })),
        incomplete: incomplete.filter(({ size }) => size > 0),
      }
    },
    put,
    fetchArrived: async (input) => arrivedOf(partOf(input)),
    async complete() {},
    async confirm() {},
  }
  const content = () => Buffer.concat([there.get(1) ?? new Uint8Array(), there.get(2) ?? new Uint8Array()])
  return { calls, there, sent, content, sentBytes: () => sentBytes }
}

async function settled(engine: UploadEngine, state: UploadSnapshot['state'] = 'completed'): Promise<void> {
  const deadline = performance.now() + minutes(2)
  while (engine.getSnapshot().state !== state && performance.now() < deadline) {
    await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(engine.getSnapshot().state).toBe(state)
}

async function send(store: ReturnType<typeof storeWith>, source = file()): Promise<UploadEngine> {
  const engine = createUploadEngine(store.calls, source)
  void engine.start()
  await settled(engine)
  return engine
}

describe('a part whose connection breaks', () => {
  it('resumes where it stopped, however often, and sends no byte twice', async () => {
    const store = storeWith({ cuts: [KiB(500), KiB(300), 0, KiB(400)] })
    await send(store)
    expect(store.sent).toEqual([
      'PUT 1 from 0',
      `PATCH 1 from ${KiB(500)}`,
      `PATCH 1 from ${KiB(800)}`,
      `PATCH 1 from ${KiB(800)}`,
      `PATCH 1 from ${KiB(1200)}`,
      'PUT 2 from 0',
    ])
    expect(store.sentBytes()).toBe(SIZE)
    expect(store.content().equals(bytes)).toBe(true)
  })

  it('counts the stored bytes from the start, and progress never falls', async () => {
    const store = storeWith({ cuts: [KiB(500), KiB(500)] })
    const engine = createUploadEngine(store.calls, file())
    const seen: number[] = []
    engine.subscribe(() => seen.push(engine.getSnapshot().sentBytes))
    void engine.start()
    await settled(engine)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(seen).toContain(KiB(1000))
  })

  it('is resumed by another run of the program', async () => {
    const store = storeWith()
    store.there.set(1, bytes.slice(0, KiB(1100)))
    await send(store)
    expect(store.sent).toEqual([`PATCH 1 from ${KiB(1100)}`, 'PUT 2 from 0'])
    expect(store.content().equals(bytes)).toBe(true)
  })

  it('is sent again completely when other bytes are stored', async () => {
    const store = storeWith()
    store.there.set(1, bytes.slice(1, KiB(1100)))
    store.there.set(2, bytes.slice(0, KiB(99)))
    await send(store)
    expect(store.sent).toEqual(['PUT 1 from the start', 'PUT 2 from the start'])
    expect(store.content().equals(bytes)).toBe(true)
  })

  it('is not sent again when it was completed in the meantime', async () => {
    const store = storeWith()
    store.there.set(1, bytes.slice(0, KiB(1100)))
    const start: UploadCalls['start'] = async (input) => {
      const slots = await store.calls.start(input)
      store.there.set(1, bytes.slice(0, PART))
      return slots
    }
    await send({ ...store, calls: { ...store.calls, start } })
    expect(store.sent).toEqual(['PUT 2 from 0'])
  })

  it('asks for the stored size again when more is stored than expected, as after a retry by the browser itself', async () => {
    const store = storeWith({ cuts: [KiB(500)] })
    const start: UploadCalls['start'] = async (input) => {
      const slots = await store.calls.start(input)
      store.there.set(1, store.there.get(1) ?? bytes.slice(0, KiB(8)))
      return slots
    }
    await send({ ...store, calls: { ...store.calls, start } })
    expect(store.sent.slice(0, 2)).toEqual(['PUT 1 from 0', `PATCH 1 from ${KiB(8)}`])
    expect(store.content().equals(bytes)).toBe(true)
  })

  it('is retried as long as every attempt makes progress, however little', async () => {
    const store = storeWith({ cuts: Array.from({ length: 20 }, () => KiB(60)) })
    await send(store)
    expect(store.content().equals(bytes)).toBe(true)
  })

  it('fails with a message when another window supersedes it repeatedly, although it makes progress', async () => {
    const store = storeWith()
    const put: UploadCalls['put'] = async ({ from }) => {
      store.there.set(1, bytes.slice(0, (from?.size ?? 0) + KiB(64)))
      throw new CallError(409)
    }
    const engine = createUploadEngine({ ...store.calls, put }, file())
    void engine.start()
    await settled(engine, 'error')
    expect(engine.getSnapshot().reason).toMatch(/^This file is also being uploaded from another window/)
  })

  it('resumes after a pause', async () => {
    const store = storeWith({ cuts: [KiB(500)] })
    const engine = createUploadEngine(store.calls, file())
    const pauseOnce = engine.subscribe(() => {
      if (engine.getSnapshot().sentBytes < KiB(500)) return
      pauseOnce()
      engine.pause()
    })
    void engine.start()
    while (engine.getSnapshot().waitReason !== 'paused') await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(minutes(30))
    expect(engine.getSnapshot()).toMatchObject({ waitReason: 'paused', sentBytes: KiB(500) })
    expect(store.sent).toEqual(['PUT 1 from 0'])
    engine.resume()
    await settled(engine)
    expect(store.sentBytes()).toBe(SIZE)
  })
})
