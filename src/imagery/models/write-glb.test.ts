import { expect, test } from 'vitest'
import { checkGlb } from './check-glb.ts'
import { writeGlb } from './write-glb.ts'

test('a relief with its picture is a model that the product opens, without what has no ground', () => {
  const heights = Float32Array.of(100, 101, 102, 100, Number.NaN, 102)
  const glb = writeGlb({
    heights,
    width: 3,
    height: 2,
    cell: 2,
    base: 100,
    jpeg: Uint8Array.of(0xff, 0xd8, 0xff),
    extras: { accuracy: 'preview' },
  })
  expect(() => checkGlb(glb, glb.length)).not.toThrow()
  const view = new DataView(glb.buffer)
  const json = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + view.getUint32(12, true)))) as {
    asset: { extras: unknown }
    accessors: { count: number; min?: number[]; max?: number[] }[]
  }
  expect(json.asset.extras).toEqual({ accuracy: 'preview' })
  // Five points; of the triangles of two squares, those without the missing corner.
  expect(json.accessors.map(({ count }) => count)).toEqual([5, 5, 3])
  expect(json.accessors[0]).toMatchObject({ min: [-2, 0, -1], max: [2, 2, 1] })
})
