import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readObj } from './read-obj.ts'
import { UnreadableModel } from './unreadable-model.ts'

async function* inPieces(text: string, bytes: number): AsyncGenerator<Uint8Array> {
  const all = new TextEncoder().encode(text)
  for (let from = 0; from < all.length; from += bytes) yield all.subarray(from, from + bytes)
}
const read = (text: string, bytes = 1000) => readObj(inPieces(text, bytes))

const SQUARE = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n'

describe('an OBJ', () => {
  test('polygons become triangles, whatever pieces the file arrives in', async () => {
    const text = `mtllib größe.mtl\r\nusemtl Dach\r\n${SQUARE}f 1 2 3 4\r\n`
    for (const bytes of [1, 7, 1000])
      expect(await read(text, bytes)).toMatchObject({
        triangles: 2,
        materialFiles: ['größe.mtl'],
        parts: [
          {
            material: 'Dach',
            positions: new Float32Array([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0]),
            uvs: undefined,
            colours: undefined,
          },
        ],
      })
  })

  test('coordinates of a national grid keep their millimetres', async () => {
    const { origin, parts } = await read(
      'v 476000.123 4660000.456 210\nv 476000.124 4660000.457 210\nv 476001 4660000 211\nf 1 2 3',
    )
    expect(origin).toEqual([476_000.123, 4_660_000.456, 210])
    expect(parts[0]?.positions[3]).toBeCloseTo(0.001, 6)
    expect(parts[0]?.positions[4]).toBeCloseTo(0.001, 6)
  })

  test('corners are counted from the start or from the newest, with texture coordinates and colours', async () => {
    const coloured = 'v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 1 1 0 0 0 1\nvt 0 0\nvt 1 0\nvt 1 1\n'
    const [fromStart, fromEnd] = await Promise.all([
      read(`${coloured}f 1/1/9 2/2/9 3/3/9`),
      read(`${coloured}f -3/-3 -2/-2 -1/-1`),
    ])
    expect(fromStart).toEqual(fromEnd)
    expect(fromStart.parts[0]).toMatchObject({
      uvs: new Float32Array([0, 0, 1, 0, 1, 1]),
      colours: new Float32Array([1, 0, 0, 0, 1, 0, 0, 0, 1]),
    })
  })

  test('a material that is used again continues its part', async () => {
    const { parts } = await read(`${SQUARE}usemtl a\nf 1 2 3\nusemtl b\nf 1 2 4\nusemtl a\nf 2 3 4`)
    expect(parts.map(({ material, positions }) => [material, positions.length])).toEqual([
      ['a', 18],
      ['b', 9],
    ])
  })

  test.each([
    ['no text at all', '', 'no surfaces'],
    ['points only', SQUARE, 'no surfaces'],
    ['a point that is not there', `${SQUARE}f 1 2 5`, "line 5 can't be read, it names a point that is not there"],
    ['the point 0', `${SQUARE}f 0 1 2`, 'names a point that is not there'],
    ['a line of two corners', `${SQUARE}f 1 2`, 'fewer than three corners'],
    ['a coordinate that is no number', 'v 0 0 high', 'fewer than 3 numbers'],
    ['an infinite coordinate', 'v 0 0 1e999', 'fewer than 3 numbers'],
    ['one endless line', 'v'.repeat(2 ** 21), 'no OBJ model'],
  ])('%s: says what is wrong', async (_what, text, message) => {
    const reading = read(text, 65_536)
    await expect(reading).rejects.toThrow(UnreadableModel)
    await expect(reading).rejects.toThrow(message)
  })

  test('any text is read, or refused in words', async () => {
    const word = fc.constantFrom(
      'v',
      'vt',
      'f',
      'usemtl',
      'mtllib',
      '1',
      '-1',
      '1/1',
      '1e308',
      'NaN',
      '/',
      '\n',
      '\\',
      ' ',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 60 }), async (words) => {
        const outcome = await read(words.join(' ')).catch((error: unknown) => error)
        expect(outcome instanceof Error && !(outcome instanceof UnreadableModel)).toBe(false)
      }),
    )
  })
})
