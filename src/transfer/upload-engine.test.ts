import { assert as always, asyncProperty, integer, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { UploadCalls } from './transfer.ts'
import { createUploadEngine, type UploadEngine, type UploadSnapshot } from './upload-engine.ts'

/** A storage in memory that returns a URL for every part, needed or not. */
function memoryStorage(partSize: number) {
  const arrived = new Map<number, Blob>()
  const log: string[] = []
  const calls: UploadCalls = {
    async start({ file, open }) {
      log.push(`start ${open?.id ?? 'new'}`)
      const total = Math.max(1, Math.ceil(file.size / partSize))
      const numbers = Array.from({ length: total }, (_, index) => index + 1)
      return {
        preSignedUrl: {
          preSignedUrls: Object.fromEntries(numbers.map((n) => [n, `/part/${n}`])),
          uploadId: 'upload-1',
          key: 'key',
        },
        id: 'analysis-1',
        partSize,
        received: [...arrived].map(([partNumber, body]) => ({ partNumber, etag: `e${partNumber}`, size: body.size })),
      }
    },
    async put({ url, body, onSent }) {
      const part = Number(url.split('/').pop())
      log.push(`put ${part}`)
      onSent(Math.floor(body.size / 2))
      arrived.set(part, body)
      onSent(body.size)
      return `"e${part}"`
    },
    fetchArrived: () => Promise.reject(new Error('This storage takes whole parts only')),
    async confirm() {},
    async complete({ receipts, id, uploadId }) {
      log.push(
        `complete ${id} ${uploadId} ${receipts.map(({ partNumber, etag }) => `${partNumber}=${etag}`).join(' ')}`,
      )
    },
  }
  const content = async () => new Blob([...arrived].sort(([a], [b]) => a - b).map(([, body]) => body)).text()
  return { arrived, log, calls, content }
}

function watch(engine: UploadEngine): UploadSnapshot[] {
  const seen: UploadSnapshot[] = []
  engine.subscribe(() => seen.push(engine.getSnapshot()))
  return seen
}

const earlier = { id: 'analysis-1', uploadId: 'upload-1' }
const tenBytes = () => new File(['abcdefghij'], 'field north.zip', { type: 'application/zip' })

describe('an upload', () => {
  it('sends every part once, in order, and then completes with ETags free of quotes', async () => {
    const storage = memoryStorage(4)
    const engine = createUploadEngine(storage.calls, tenBytes())
    await engine.start()
    expect(storage.log).toEqual(['start new', 'put 1', 'put 2', 'put 3', 'complete analysis-1 upload-1 1=e1 2=e2 3=e3'])
    expect(engine.getSnapshot()).toMatchObject({ state: 'completed', sentBytes: 10, totalBytes: 10 })
    expect(await storage.content()).toBe('abcdefghij')
  })

  it('arrives complete for any size of file and of part, and progress neither falls nor leaves its bounds', async () => {
    await always(
      asyncProperty(string({ minLength: 1, maxLength: 60 }), integer({ min: 1, max: 70 }), async (text, size) => {
        const storage = memoryStorage(size)
        const file = new File([text], 'a.zip')
        const engine = createUploadEngine(storage.calls, file)
        const sent = watch(engine)
        await engine.start()
        const progress = sent.map((snapshot) => snapshot.sentBytes)
        expect(progress).toEqual(progress.toSorted((a, b) => a - b))
        expect(progress.every((bytes) => bytes >= 0 && bytes <= file.size)).toBe(true)
        expect(progress.at(-1)).toBe(file.size)
        expect(await storage.content()).toBe(await file.text())
      }),
      { numRuns: 60 },
    )
  })

  it('counts no more than the part in flight', async () => {
    const storage = memoryStorage(4)
    const put: UploadCalls['put'] = async (input) => {
      input.onSent(400)
      input.onSent(1)
      return storage.calls.put(input)
    }
    const engine = createUploadEngine({ ...storage.calls, put }, tenBytes())
    const seen = watch(engine)
    await engine.start()
    const first = seen.filter((snapshot) => snapshot.parts[0] === 'uploading').map((snapshot) => snapshot.sentBytes)
    expect(Math.max(...first)).toBe(4)
    expect(first).toEqual(first.toSorted((a, b) => a - b))
  })

  it('resumes an open upload and skips the stored parts', async () => {
    const storage = memoryStorage(4)
    storage.arrived.set(2, new Blob(['efgh']))
    const engine = createUploadEngine(storage.calls, tenBytes(), { open: earlier })
    await engine.start()
    expect(storage.log).toEqual(['start analysis-1', 'put 1', 'put 3', 'complete analysis-1 upload-1 1=e1 2=e2 3=e3'])
  })

  it('rejects a file that does not match the stored parts', async () => {
    const storage = memoryStorage(4)
    storage.arrived.set(3, new Blob(['long']))
    const engine = createUploadEngine(storage.calls, tenBytes(), { open: earlier })
    await engine.start()
    expect(engine.getSnapshot().reason).toBe('What was uploaded earlier belongs to another file')
    expect(storage.log).toEqual(['start analysis-1'])
  })
})

describe('a failing upload', () => {
  it('reports a part without a URL, and sends nothing', async () => {
    const storage = memoryStorage(4)
    const start: UploadCalls['start'] = async (input) => {
      const slots = await storage.calls.start(input)
      delete slots.preSignedUrl.preSignedUrls['2']
      return slots
    }
    const engine = createUploadEngine({ ...storage.calls, start }, tenBytes())
    await engine.start()
    expect(engine.getSnapshot()).toMatchObject({
      state: 'error',
      reason: 'Not enough presigned URLs for all file parts',
    })
    expect(storage.log).toEqual(['start new'])
  })

  it.each([null, '', '""'])('reports the invalid ETag %j of a part', async (etag) => {
    const storage = memoryStorage(40)
    const engine = createUploadEngine({ ...storage.calls, put: async () => etag }, tenBytes())
    await engine.start()
    expect(engine.getSnapshot()).toMatchObject({ state: 'error', parts: ['error'], sentBytes: 0 })
    expect(engine.getSnapshot().reason).toMatch(/^No valid ETag received/)
  })

  it('names the part that failed; retry keeps the id and sends only what is missing', async () => {
    const storage = memoryStorage(4)
    let failures = 1
    const put: UploadCalls['put'] = async (input) => {
      if (input.url !== '/part/2' || failures-- <= 0) return storage.calls.put(input)
      input.onSent(3)
      throw new Error('The connectivity was lost')
    }
    const engine = createUploadEngine({ ...storage.calls, put }, tenBytes())
    await engine.start()
    expect(engine.getSnapshot()).toMatchObject({
      state: 'error',
      reason: 'Failed to upload part 2',
      parts: ['uploaded', 'error', 'pending'],
      sentBytes: 4,
      open: { id: 'analysis-1', uploadId: 'upload-1' },
    })
    const seen = watch(engine)
    await engine.retry()
    expect(seen[0]?.state).toBe('ready')
    expect(engine.getSnapshot().state).toBe('completed')
    expect(storage.log.slice(2)).toEqual([
      'start analysis-1',
      'put 2',
      'put 3',
      'complete analysis-1 upload-1 1=e1 2=e2 3=e3',
    ])
  })

  it('completes without sending again when only the response to the completion was lost', async () => {
    const storage = memoryStorage(4)
    let lost = true
    const complete: UploadCalls['complete'] = async (input) => {
      await storage.calls.complete(input)
      if (lost) throw new Error('')
    }
    const engine = createUploadEngine({ ...storage.calls, complete }, tenBytes())
    await engine.start()
    expect(engine.getSnapshot().reason).toBe('Failed to complete multipart upload')
    lost = false
    await engine.retry()
    expect(engine.getSnapshot().state).toBe('completed')
    expect(storage.log.filter((line) => line.startsWith('start'))).toHaveLength(1)
  })

  it.each([
    ['the message of the server', new Error('The project is not yours'), 'The project is not yours'],
    ['the fixed message when the server sent none', new Error(''), 'Failed to get presigned URL'],
  ])('shows %s when no URLs are returned', async (_, error, reason) => {
    const { calls } = memoryStorage(4)
    const engine = createUploadEngine({ ...calls, start: () => Promise.reject(error) }, tenBytes())
    await engine.start()
    expect(engine.getSnapshot().reason).toBe(reason)
  })

  it('reports an upload, not a multipart upload, when the file is one part', async () => {
    const { calls } = memoryStorage(40)
    const engine = createUploadEngine({ ...calls, complete: () => Promise.reject(new Error('')) }, tenBytes())
    await engine.start()
    expect(engine.getSnapshot().reason).toBe('Failed to complete upload')
  })
})

describe('an upload that fails for an unexpected reason', () => {
  it('shows a fixed message instead of the technical one', async () => {
    const { calls } = memoryStorage(4)
    const start: UploadCalls['start'] = async (input) => {
      const { received: _, ...slots } = await calls.start(input)
      return slots as Awaited<ReturnType<UploadCalls['start']>>
    }
    const engine = createUploadEngine({ ...calls, start }, tenBytes())
    await engine.start()
    expect(engine.getSnapshot()).toMatchObject({ state: 'error', reason: 'Upload failed' })
    await engine.retry()
    expect(engine.getSnapshot()).toMatchObject({ state: 'error', reason: 'Retry failed' })
  })
})

describe('a stopped upload', () => {
  it('aborts the part in flight, keeps what has arrived, and can be started again', async () => {
    const storage = memoryStorage(4)
    let stopped = false
    const reached = Promise.withResolvers<void>()
    const put: UploadCalls['put'] = (input) => {
      if (input.url !== '/part/2' || stopped) return storage.calls.put(input)
      return new Promise((_, reject) => {
        input.signal.addEventListener('abort', () => {
          stopped = true
          reject(new Error('stopped'))
        })
        input.onSent(2)
        reached.resolve()
      })
    }
    const engine = createUploadEngine({ ...storage.calls, put }, tenBytes())
    const running = engine.start()
    await reached.promise
    expect(engine.getSnapshot()).toMatchObject({ state: 'uploading', sentBytes: 6 })
    engine.stop()
    await running
    expect(stopped).toBe(true)
    expect(engine.getSnapshot()).toMatchObject({
      state: 'ready',
      parts: ['uploaded', 'pending', 'pending'],
      sentBytes: 4,
      open: { id: 'analysis-1', uploadId: 'upload-1' },
    })
    await engine.start()
    expect(engine.getSnapshot().state).toBe('completed')
    expect(await storage.content()).toBe('abcdefghij')
  })
})
