import { afterEach, describe, expect, it, vi } from 'vitest'
import { seconds } from '#domain/units.ts'
import { CallError } from '#transfer/call-error.ts'
import { createUploadQueue, type QueueCalls } from './upload-queue.ts'

afterEach(() => void vi.useRealTimers())

/** Every file is one part; files named in `failing` cannot be sent. */
function reportStorage() {
  const failing = new Set<string>()
  const completed: string[] = []
  const sent: string[] = []
  const calls: QueueCalls<{ publish: boolean }> = {
    start: async ({ file }) => ({
      preSignedUrl: { preSignedUrls: { 1: `/${file.name}` }, uploadId: file.name, key: file.name },
      id: 'analysis-1',
      partSize: 1000,
      received: [],
    }),
    put: async ({ url }) => {
      if (failing.has(url.slice(1))) throw new Error('no')
      sent.push(url.slice(1))
      return '"e"'
    },
    fetchArrived: () => Promise.reject(new Error('This server takes whole parts only')),
    confirm: async () => {},
    complete: async ({ uploadId, details, isLast }) => {
      completed.push(`${uploadId} ${details.publish && isLast}`)
    },
  }
  return { failing, completed, sent, calls }
}

const REPORT = { publish: true }
const files = (...names: string[]) => names.map((name) => new File(['x'], name))

describe('own maps', () => {
  it('are completed each on its own, also while another one fails', async () => {
    const { calls, completed, failing } = reportStorage()
    const queue = createUploadQueue(calls, 'alone')
    queue.add(files('a.tif', 'b.tif', 'c.tif'))
    failing.add('b.tif')
    expect(await queue.run(REPORT)).toBe(false)
    expect(completed).toEqual(['a.tif true', 'c.tif true'])
    failing.clear()
    expect(await queue.run(REPORT)).toBe(true)
    expect(completed).toEqual(['a.tif true', 'c.tif true', 'b.tif true'])
  })
})

describe('the files of a report', () => {
  it('are sent one after another, and only the last one publishes', async () => {
    const { calls, completed } = reportStorage()
    const queue = createUploadQueue(calls, 'together')
    queue.add(files('a.tif', 'b.tif', 'c.tif'))
    expect(await queue.run(REPORT)).toBe(true)
    expect(completed).toEqual(['a.tif false', 'b.tif false', 'c.tif true'])
    expect(queue.getSnapshot().files.map((file) => file.upload.state)).toEqual(['completed', 'completed', 'completed'])
  })

  it('are attached as a draft, which nothing publishes', async () => {
    const { calls, completed } = reportStorage()
    const queue = createUploadQueue(calls, 'together')
    queue.add(files('a.tif', 'b.tif'))
    expect(await queue.run({ publish: false })).toBe(true)
    expect(completed).toEqual(['a.tif false', 'b.tif false'])
  })

  it('are neither published nor attached while one of them is missing; the retry sends only that one', async () => {
    const { calls, completed, failing, sent } = reportStorage()
    const queue = createUploadQueue(calls, 'together')
    queue.add(files('a.tif', 'b.tif', 'c.tif'))
    failing.add('b.tif')
    expect(await queue.run(REPORT)).toBe(false)
    expect(completed).toEqual([])
    failing.clear()
    expect(await queue.run(REPORT)).toBe(true)
    expect(sent).toEqual(['a.tif', 'c.tif', 'b.tif'])
    expect(completed).toEqual(['a.tif false', 'b.tif false', 'c.tif true'])
  })

  it('are published without a failed file that was removed', async () => {
    const { calls, completed, failing } = reportStorage()
    const queue = createUploadQueue(calls, 'together')
    queue.add(files('a.tif', 'b.tif'))
    failing.add('b.tif')
    await queue.run(REPORT)
    queue.remove(queue.getSnapshot().files.find(({ file }) => file.name === 'b.tif')?.key ?? 0)
    expect(await queue.run(REPORT)).toBe(true)
    expect(completed).toEqual(['a.tif true'])
  })

  it('report why they cannot be completed, and can be retried', async () => {
    const { calls, completed, sent } = reportStorage()
    let refusal: Error | undefined = new Error('The request was deleted')
    const complete: QueueCalls<{ publish: boolean }>['complete'] = async (input) => {
      if (refusal && input.isLast) throw refusal
      await calls.complete(input)
    }
    const queue = createUploadQueue({ ...calls, complete }, 'together')
    queue.add(files('a.tif', 'b.tif'))
    expect(await queue.run(REPORT)).toBe(false)
    expect(queue.getSnapshot()).toMatchObject({ running: false, reason: 'The request was deleted' })
    refusal = undefined
    expect(await queue.run(REPORT)).toBe(true)
    expect(sent).toEqual(['a.tif', 'b.tif'])
    expect(completed).toEqual(['a.tif false', 'b.tif true'])
  })

  it('wait for their completion when the server is busy', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { calls, completed } = reportStorage()
    let refusals = 2
    const complete: QueueCalls<{ publish: boolean }>['complete'] = async (input) => {
      if (refusals-- > 0) throw new CallError(429, 'Too many requests. Try again in a moment.', 20)
      await calls.complete(input)
    }
    const queue = createUploadQueue({ ...calls, complete }, 'together')
    queue.add(files('a.tif', 'b.tif'))
    const running = queue.run(REPORT)
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), 60_000)
    await vi.advanceTimersByTimeAsync(seconds(19))
    expect([refusals, completed]).toEqual([1, []])
    await vi.advanceTimersByTimeAsync(seconds(21))
    expect(await running).toBe(true)
    expect(completed).toEqual(['a.tif false', 'b.tif true'])
  })

  it('stop waiting once they are cancelled', async () => {
    const { calls } = reportStorage()
    const refused = Promise.withResolvers<void>()
    const complete: QueueCalls<{ publish: boolean }>['complete'] = async () => {
      refused.resolve()
      throw new CallError(429, 'Too many requests. Try again in a moment.', 3600)
    }
    const queue = createUploadQueue({ ...calls, complete }, 'together')
    queue.add(files('a.tif'))
    const running = queue.run(REPORT)
    await refused.promise
    queue.cancel()
    expect(await running).toBe(false)
  })

  it('do not publish once the upload is cancelled', async () => {
    const { calls, completed } = reportStorage()
    const reached = Promise.withResolvers<void>()
    const put: QueueCalls<{ publish: boolean }>['put'] = (input) => {
      reached.resolve()
      return new Promise((_, reject) => input.signal.addEventListener('abort', () => reject(new Error('stopped'))))
    }
    const queue = createUploadQueue({ ...calls, put }, 'together')
    queue.add(files('a.tif', 'b.tif'))
    const running = queue.run(REPORT)
    await reached.promise
    queue.cancel()
    expect(await running).toBe(false)
    expect(completed).toEqual([])
    expect(queue.getSnapshot().files.map((file) => file.upload.state)).toEqual(['ready', 'ready'])
  })
})
