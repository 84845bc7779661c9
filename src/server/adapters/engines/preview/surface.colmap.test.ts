import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { CELL_PIXELS } from '#domain/processing.ts'
import { minutes } from '#domain/units.ts'
import { terrain } from '#imagery/reconstruction/testing/make-synthetic-flight.ts'
import { EAST, makePhotos, NORTH } from '#server/testing/photo-flight.ts'
import { openPreviewEngine } from './preview-engine.ts'
import { NODATA } from './preview-files.ts'
import { orderOf } from './testing/order-of.ts'

const run = promisify(execFile)
const [root, folder] = ['preview-engine-', 'surface-'].map((name) => mkdtempSync(join(tmpdir(), name))) as [
  string,
  string,
]

/** In metres, against the ground that was photographed. */
async function errorsOf(tiff: Uint8Array): Promise<number[]> {
  const path = join(folder, 'elevation.tif')
  await writeFile(path, tiff)
  const { stdout } = await run('gdalinfo', ['-json', path])
  const info = JSON.parse(stdout) as { size: [number, number]; geoTransform: number[] }
  await run('gdal_translate', ['-q', '-of', 'ENVI', path, `${path}.raw`])
  const bytes = await readFile(`${path}.raw`)
  const heights = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
  const [west = 0, cell = 0, , north = 0] = info.geoTransform
  return [...heights].flatMap((height, at) => {
    if (height === NODATA) return []
    const [x, y] = [west + ((at % info.size[0]) + 0.5) * cell, north - (Math.floor(at / info.size[0]) + 0.5) * cell]
    return [height - terrain(x - EAST, y - NORTH)]
  })
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN

test(
  'a surface has the shape of the ground, and says what it is',
  async () => {
    const { order, products, seen } = orderOf(await makePhotos({ lines: 3, shots: 4 }))
    const quality = await openPreviewEngine(root).run({ ...order, options: { [CELL_PIXELS]: 2 } })
    expect([...products.keys()]).toContain('confidence.tif')
    const elevation = products.get('elevation.tif') ?? new Uint8Array()
    const text = new TextDecoder('latin1').decode(elevation)
    expect(text).toContain('surface, GPS accuracy')
    expect(text).not.toContain('NOT_GOOD_FOR')
    expect(quality.refusedShare).toBeGreaterThan(0)
    expect(quality.refusedShare).toBeLessThan(0.9)
    expect(quality.notes.join(' ')).toContain('of the surface has no height')
    // Its ground is as green as plants.
    expect(quality.notes.join(' ')).toContain('There is no terrain: plants hide the soil.')
    expect(new TextDecoder().decode(products.get('quality.txt'))).toMatch(/Overlap +\d+ % along, \d+ % across \(target/)
    expect(seen).toEqual(seen.toSorted((one, other) => one - other))
    const errors = await errorsOf(elevation)
    const middle = medianOf(errors)
    // A pixel is 8 cm of ground, and the level hangs on the positions.
    expect(Math.abs(middle)).toBeLessThan(0.5)
    expect(1.4826 * medianOf(errors.map((one) => Math.abs(one - middle)))).toBeLessThan(0.08)
    expect(readdirSync(root)).toEqual([])
  },
  minutes(8),
)

test('cells of other sizes than one or two pixels are refused', async () => {
  const { order } = orderOf([])
  const failure = await openPreviewEngine(root)
    .run({ ...order, options: { [CELL_PIXELS]: 0.01 } })
    .catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'RunFailed', message: 'cell-pixels is 0.01.' })
})
