import { describe, expect, it } from 'vitest'
import { publishProblem } from './report-outcome.ts'
import { createUploadQueue, type QueueCalls } from './upload-queue.ts'

const files = (...names: string[]) => names.map((name) => new File(['x'], name))

/** Sends the files; those named in `failing` do not arrive. */
async function outcomeOf(chosen: File[], { failing = [], refusal }: { failing?: string[]; refusal?: Error } = {}) {
  const calls: QueueCalls<{ publish: boolean }> = {
    start: async ({ file }) => ({
      preSignedUrl: { preSignedUrls: { 1: `/${file.name}` }, uploadId: file.name, key: file.name },
      id: 'analysis-1',
      partSize: 1000,
      received: [],
    }),
    put: async ({ url }) => {
      if (failing.includes(url.slice(1))) throw new Error('no')
      return '"e"'
    },
    fetchArrived: () => Promise.reject(new Error('This server takes whole parts only')),
    confirm: async () => {},
    complete: async () => {
      if (refusal) throw refusal
    },
  }
  const queue = createUploadQueue(calls, 'together')
  queue.add(chosen)
  await queue.run({ publish: true })
  return publishProblem(queue.getSnapshot())
}

describe('a report that was not published', () => {
  it('reports how many of its files were uploaded', async () => {
    expect(await outcomeOf(files('a.tif', 'b.tif', 'c.tif'), { failing: ['b.tif'] })).toBe('2 of 3 file uploaded.')
    expect(await outcomeOf(files('a.tif', 'b.tif'), { failing: ['a.tif', 'b.tif'] })).toBe('Failed to upload files')
  })

  it('reports why a single file failed', async () => {
    expect(await outcomeOf(files('a.tif'), { failing: ['a.tif'] })).toBe('Failed to upload part 1')
  })

  it('reports why the files could not be completed, with the message of the server or a fixed one', async () => {
    const refusal = new Error('The request was deleted')
    expect(await outcomeOf(files('a.tif', 'b.tif'), { refusal })).toBe('The request was deleted')
    expect(await outcomeOf(files('a.tif'), { refusal: new Error('') })).toBe('Failed to upload file')
  })

  it('reports nothing when all succeeded or nothing was tried', async () => {
    expect(await outcomeOf(files('a.tif'))).toBeUndefined()
    expect(await outcomeOf([])).toBeUndefined()
  })
})
