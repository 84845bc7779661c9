import { expect, test } from 'vitest'
import { createRandom } from '../../reconstruction/testing/make-synthetic-flight.ts'
import { openKernel } from '../testing/open-kernel.ts'
import { plainCosts, plainSums } from '../testing/plain-kernel.ts'
import { BLOCK } from './create-kernel.ts'
import { layVolume } from './volume.ts'

const kernel = await openKernel()

test('costs of a block are those of the plain kernel, byte by byte, for any number of photos', () => {
  const random = createRandom(7).uniform
  for (let round = 0; round < 40; round += 1) {
    const count = 2 + (round % 8)
    const width = 60 + Math.floor(random() * 60)
    const contrast = random() < 0.3 ? 3 : 256
    kernel.reset()
    const photos = Array.from({ length: count }, () => {
      const pixels = Uint8Array.from({ length: width * 60 }, () => Math.floor(random() * contrast))
      const [x, y] = [2 + random() * 20, 2 + random() * 20]
      const corner = (across: number, down: number) => [x + across + random() * 3, y + down + random() * 3]
      return { width, pixels, corners: [...corner(0, 0), ...corner(19, 0), ...corner(0, 19), ...corner(19, 19)] }
    })
    const shown = photos.map(({ pixels, corners }) => {
      const at = kernel.reserve(pixels.length)
      kernel.bytes().set(pixels, at)
      return { pixels: at, width, corners }
    })
    const step = 1 + (round % 5)
    const out = kernel.reserve(BLOCK * BLOCK * step)
    const all = [...kernel.costsAt(shown, { out, step })]
    const costs = Array.from({ length: BLOCK * BLOCK }, (_, at) => kernel.bytes()[out + at * step])
    expect({ costs, all }).toEqual(plainCosts(photos))
  }
})

test('sums of paths are those of the plain kernel, where neighbours have other ranges of heights, too', () => {
  const random = createRandom(11).uniform
  for (const [near, any] of [
    [10, 100],
    [6, 60],
    [3, 5],
  ] as const) {
    kernel.reset()
    const [width, height] = [3 * BLOCK, 2 * BLOCK]
    const ranges = Array.from({ length: 6 }, () => ({
      lowest: Math.floor(random() * 12) - 6,
      count: 1 + Math.floor(random() * 30),
    }))
    const volume = layVolume(kernel, { width, height, ranges })
    const cells = Array.from({ length: width * height }, (_, cell) => {
      const { start, count, lowest } = volume.cellAt(cell % width, Math.floor(cell / width))
      const costs = Array.from({ length: count }, () => Math.floor(random() * 121))
      volume.costs().set(costs, start)
      return { lowest, costs }
    })
    volume.match({ near, any })
    const sums = cells.map((_, cell) => {
      const { start, count } = volume.cellAt(cell % width, Math.floor(cell / width))
      return [...volume.sums().subarray(start, start + count)]
    })
    expect(sums).toEqual(plainSums({ width, height, cells }, near, any))
  }
})
