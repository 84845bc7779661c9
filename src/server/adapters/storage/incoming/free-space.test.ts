import { expect, it } from 'vitest'
import { GiB, MiB } from '#domain/units.ts'
import { freeSpaceOf, openFreeSpace } from './free-space.ts'

const BLOCK = 4096
const space = (size: number, free: number) => ({ bsize: BLOCK, blocks: size / BLOCK, bavail: free / BLOCK })

it('keeps 5 % of a small disk and 5 GiB of a large one', () => {
  expect(freeSpaceOf(space(GiB(40), GiB(10)))).toEqual({ free: GiB(10), reserve: GiB(2), left: GiB(8) })
  expect(freeSpaceOf(space(GiB(4000), GiB(10)))).toEqual({ free: GiB(10), reserve: GiB(5), left: GiB(5) })
})

it('takes a disk that does not tell its size for endless', async () => {
  const room = openFreeSpace('', { look: async () => space(0, 0) })
  await expect(room.authorize(GiB(1000))).resolves.toBeDefined()
})

it('looks at the disk once for all that comes in within 250 ms', async () => {
  let looks = 0
  let at = 0
  const look = async () => {
    looks += 1
    return space(GiB(40), GiB(10))
  }
  const room = openFreeSpace('', { look, now: () => at })
  const parts = await Promise.all(Array.from({ length: 100 }, () => room.authorize(MiB(1))))
  for (const part of parts) for (let piece = 0; piece < 100; piece += 1) part.count(100)
  expect(looks).toBe(1)
  at = 250
  for (const part of parts) part.count(100)
  await room.authorize(1)
  expect(looks).toBe(2)
})

it('ends as many parts as it takes for the others to fit', async () => {
  const room = openFreeSpace('', { look: async () => space(GiB(40), GiB(2) + MiB(8)), now: () => 0 })
  const [one, two, three] = [await room.authorize(MiB(4)), await room.authorize(MiB(4)), await room.authorize(MiB(4))]
  for (const part of [one, two]) part.count(MiB(3))
  expect(() => three.count(MiB(3))).toThrow('Storage is full. Try again later.')
  for (const part of [one, two]) part.count(MiB(1))
  expect(() => one.count(1)).toThrow('Storage is full. Try again later.')
})
