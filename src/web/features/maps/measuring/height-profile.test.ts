import { describe, expect, test } from 'vitest'
import { TILE_PIXELS } from '#imagery/rasters/pyramid.ts'
import type { TileAt, ViewCopy } from '#imagery/rasters/view-copy.ts'
import { readyMap } from '#web/lib/raster-map/testing/ready-map.ts'
import { factsOfProfile, pointsAlong, readHeightProfile } from './height-profile.ts'

const WIDTH = 1024
const NOTHING = Number.NaN

/** Heights of a plane that rises a metre a column; the right half of the file holds nothing. */
function plane() {
  const asked: TileAt[] = []
  const copy: ViewCopy = {
    levels: [
      { width: WIDTH, height: WIDTH },
      { width: WIDTH / 2, height: WIDTH / 2 },
    ],
    readPicture: () => Promise.reject(new Error('No picture')),
    readNumbers: async (at) => {
      asked.push(at)
      return new Float32Array(TILE_PIXELS * TILE_PIXELS).map((_, index) => {
        const column = (at.column * TILE_PIXELS + (index % TILE_PIXELS)) * 2 ** at.level
        return column < WIDTH / 2 ? column : NOTHING
      })
    },
  }
  return { copy, asked }
}

const map = readyMap({
  kind: 'elevation',
  isPicture: false,
  bands: ['elevation'],
  ranges: [[0, 512]],
  width: WIDTH,
  height: WIDTH,
  transform: [0.5, 0, 1000, 0, -0.5, 2000],
})
const signal = new AbortController().signal

describe('a height profile', () => {
  test('has the values of the file along a short line, each tile read once', async () => {
    const { copy, asked } = plane()
    const { points, pixelMetres } = await readHeightProfile(
      { map, copy },
      [
        [1010, 1990],
        [1060, 1990],
      ],
      signal,
    )
    expect(pixelMetres).toBe(0.5)
    expect(points[0]).toMatchObject({ metres: 0, height: 20 })
    expect(points.at(-1)).toMatchObject({ metres: 50, height: 120 })
    expect(asked).toEqual([{ level: 0, column: 0, row: 0 }])
  })

  test('of a long line is read from a smaller level, and has no height where the file has none', async () => {
    const { copy, asked } = plane()
    const profile = await readHeightProfile(
      { map, copy },
      [
        [1001, 1999],
        [1511, 1999],
      ],
      signal,
    )
    expect(profile.pixelMetres).toBe(1)
    expect(asked.every(({ level }) => level === 1)).toBe(true)
    expect(profile.points.at(-1)?.height).toBeNull()
    expect(factsOfProfile(profile)).toMatchObject({ length: 510, lowest: 2, missing: expect.closeTo(0.5, 1) })
  })

  test('has no height beside the map', async () => {
    const { copy } = plane()
    const profile = await readHeightProfile(
      { map, copy },
      [
        [10, 10],
        [20, 10],
      ],
      signal,
    )
    expect(factsOfProfile(profile)).toBeNull()
  })

  test('goes around corners at equal distances', () => {
    const points = pointsAlong(
      [
        [0, 0],
        [3, 0],
        [3, 1],
      ],
      5,
    )
    expect(points.map(({ at }) => at)).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 0],
      [3, 1],
    ])
    expect(points.map(({ distance }) => distance)).toEqual([0, 1, 2, 3, 4])
  })
})
