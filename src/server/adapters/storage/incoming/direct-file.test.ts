import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { leaseBuffers } from './buffer-pool.ts'
import { DIRECT_BYTES, openDirectFile } from './direct-file.ts'

describe('a direct file', () => {
  let folder: string
  let path: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'direct-'))
    path = join(folder, 'part')
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('is written from its position on, and keeps what is before and behind', async () => {
    await writeFile(path, 'x'.repeat(4 * DIRECT_BYTES))
    const file = await openDirectFile(path, DIRECT_BYTES)
    const page = leaseBuffers().acquire().subarray(0, DIRECT_BYTES)
    await file.append([page.fill('a')])
    await file.append([page.fill('b')])
    await file.finish()
    await file.close()
    const [x, a, b] = ['x', 'a', 'b'].map((letter) => letter.repeat(DIRECT_BYTES))
    expect((await readFile(path, 'utf8')) === `${x}${a}${b}${x}`).toBe(true)
  })

  it('goes on by way of the page cache where the file system refuses a direct write', async () => {
    const file = await openDirectFile(path)
    await file.append([leaseBuffers().acquire().subarray(0, DIRECT_BYTES).fill('a')])
    // No file system on a disk takes three bytes directly, from the middle of a page.
    await file.append([leaseBuffers().acquire().fill('b').subarray(5, 8)])
    await file.append([Buffer.from('c')])
    await file.finish()
    await file.close()
    expect(await readFile(path, 'utf8')).toBe(`${'a'.repeat(DIRECT_BYTES)}bbbc`)
  })
})
