import { mkdtemp, readFile, rm } from 'node:fs/promises'
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

  it('is cut to its size, whatever was written beyond', async () => {
    const file = await openDirectFile(path)
    const block = leaseBuffers().acquire().fill('a')
    await file.append([block, block.subarray(0, DIRECT_BYTES)])
    await file.finish(block.length + 7)
    await file.close()
    expect(await readFile(path, 'utf8')).toBe('a'.repeat(block.length + 7))
  })

  it('goes on by way of the page cache where the file system refuses a direct write', async () => {
    const file = await openDirectFile(path)
    await file.append([leaseBuffers().acquire().subarray(0, DIRECT_BYTES).fill('a')])
    // No file system on a disk takes three bytes directly, from the middle of a page.
    await file.append([leaseBuffers().acquire().fill('b').subarray(5, 8)])
    await file.append([Buffer.from('c')])
    await file.finish(DIRECT_BYTES + 4)
    await file.close()
    expect(await readFile(path, 'utf8')).toBe(`${'a'.repeat(DIRECT_BYTES)}bbbc`)
  })

  it('never takes the place of a file that is there', async () => {
    await (await openDirectFile(path)).close()
    await expect(openDirectFile(path)).rejects.toMatchObject({ code: 'EEXIST' })
  })
})
