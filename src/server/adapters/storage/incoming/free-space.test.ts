import { expect, it } from 'vitest'
import { GiB, MiB } from '#domain/units.ts'
import { freeSpaceOf, openFreeSpace } from './free-space.ts'

const BLOCK = 4096
const space = (size: number, free: number) => ({ bsize: BLOCK, blocks: size / BLOCK, bavail: free / BLOCK })

it('keeps 5 % of a small disk and 5 GiB of a large one', () => {
  expect(freeSpaceOf(space(GiB(40), GiB(10)))).toEqual({ free: GiB(10), reserve: GiB(2), left: GiB(8) })
  expect(freeSpaceOf(space(GiB(4000), GiB(10)))).toEqual({ free: GiB(10), reserve: GiB(5), left: GiB(5) })
})

it('treats a disk that does not report its size as unlimited', async () => {
  const freeSpace = openFreeSpace('', { readSpace: async () => space(0, 0) })
  await expect(freeSpace.authorize(GiB(1000))).resolves.toBeDefined()
})

it('reads at the disk once for all that comes in within 250 ms', async () => {
  let reads = 0
  let at = 0
  const readSpace = async () => {
    reads += 1
    return space(GiB(40), GiB(10))
  }
  const freeSpace = openFreeSpace('', { readSpace, now: () => at })
  const parts = await Promise.all(Array.from({ length: 100 }, () => freeSpace.authorize(MiB(1))))
  for (const part of parts) for (let piece = 0; piece < 100; piece += 1) part.count(100)
  expect(reads).toBe(1)
  at = 250
  for (const part of parts) part.count(100)
  await freeSpace.authorize(1)
  expect(reads).toBe(2)
})

it('ends as many parts as needed for the others to fit', async () => {
  const freeSpace = openFreeSpace('', { readSpace: async () => space(GiB(40), GiB(2) + MiB(8)), now: () => 0 })
  const [one, two, three] = [
    await freeSpace.authorize(MiB(4)),
    await freeSpace.authorize(MiB(4)),
    await freeSpace.authorize(MiB(4)),
  ]
  for (const part of [one, two]) part.count(MiB(3))
  expect(() => three.count(MiB(3))).toThrow('Storage is full. Try again later.')
  for (const part of [one, two]) part.count(MiB(1))
  expect(() => one.count(1)).toThrow('Storage is full. Try again later.')
})
