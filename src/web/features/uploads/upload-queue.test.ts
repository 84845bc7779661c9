import { describe, expect, it } from 'vitest'
import { createUploadQueue, type QueueCalls } from './upload-queue.ts'

/** Every file is one part; files named in `failing` can't be sent. */
function reportStorage() {
  const failing = new Set<string>()
  const completed: string[] = []
  const calls: QueueCalls<string> = {
    start: async ({ file }) => ({
      preSignedUrl: { preSignedUrls: { 1: `/${file.name}` }, uploadId: file.name, key: file.name },
      id: 'analysis-1',
      partSize: 1000,
      received: [],
    }),
    put: async ({ url }) => {
      if (failing.has(url.slice(1))) throw new Error('no')
      return '"e"'
    },
    complete: async ({ uploadId, publish }) => {
      completed.push(`${uploadId} ${publish}`)
    },
  }
  return { failing, completed, calls }
}

const files = (...names: string[]) => names.map((name) => new File(['x'], name))

describe('the files of a report', () => {
  it('go one after the other, and only the last one publishes', async () => {
    const { calls, completed } = reportStorage()
    const queue = createUploadQueue(calls)
    queue.add(files('a.tif', 'b.tif', 'c.tif'))
    expect(await queue.run('remarks')).toBe(true)
    expect(completed).toEqual(['a.tif false', 'b.tif false', 'c.tif true'])
    expect(queue.getSnapshot().files.map((file) => file.upload.state)).toEqual(['completed', 'completed', 'completed'])
  })

  it('are not published while one of them is missing; the retry sends that one and publishes', async () => {
    const { calls, completed, failing } = reportStorage()
    const queue = createUploadQueue(calls)
    queue.add(files('a.tif', 'b.tif', 'c.tif'))
    failing.add('b.tif')
    expect(await queue.run('remarks')).toBe(false)
    expect(completed).toEqual(['a.tif false', 'c.tif false'])
    failing.clear()
    expect(await queue.run('remarks')).toBe(true)
    expect(completed).toEqual(['a.tif false', 'c.tif false', 'b.tif true'])
  })

  it('are published without a failed file that was taken out', async () => {
    const { calls, completed, failing } = reportStorage()
    const queue = createUploadQueue(calls)
    queue.add(files('a.tif', 'b.tif'))
    failing.add('b.tif')
    await queue.run('remarks')
    queue.remove(queue.getSnapshot().files.find((file) => file.file.name === 'b.tif')?.key ?? 0)
    expect(await queue.run('remarks')).toBe(true)
    expect(completed).toEqual(['a.tif false', 'a.tif true'])
  })
})
