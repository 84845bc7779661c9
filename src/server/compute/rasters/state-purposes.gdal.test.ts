// Where GDAL is, it has the last word on what a GeoTIFF says after it was told what it is not good for.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { statePurposes } from '#imagery/rasters/state-purposes.ts'
import { makeTiff } from '#imagery/testing/make-tiff.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purposes-'))
})
afterAll(() => rm(folder, { recursive: true }))

const about = z.object({
  metadata: z.object({
    '': z.record(z.string(), z.string()),
    // Its layout is not that of a cloud-optimised GeoTIFF any more, and it doesn't say that it is.
    IMAGE_STRUCTURE: z.object({ COMPRESSION: z.string().optional(), INTERLEAVE: z.string() }),
  }),
  bands: z.array(z.looseObject({ checksum: z.number(), overviews: z.array(z.unknown()).optional() })),
})
const aboutOf = (path: string) =>
  about.parse(JSON.parse(execFileSync('gdalinfo', ['-json', '-checksum', path], { encoding: 'utf8', stdio: 'pipe' })))

async function told(path: string): Promise<void> {
  const file = await readFile(path)
  const source = { size: file.length, readRange: async (from: number, to: number) => file.subarray(from, to) }
  const patches = await statePurposes(source, ['plant heights'])
  const all = Buffer.alloc(Math.max(file.length, ...patches.map(({ at, bytes }) => at + bytes.length)))
  file.copy(all)
  for (const { at, bytes } of patches) all.set(bytes, at)
  await writeFile(path, all)
}

const WAYS: [string, string[]][] = [
  ['a GeoTIFF', ['-of', 'GTiff']],
  ['a BigTIFF', ['-of', 'GTiff', '-co', 'BIGTIFF=YES']],
  ['a GeoTIFF of big-endian numbers', ['-of', 'GTiff', '-co', 'ENDIANNESS=BIG']],
  ['a cloud-optimised GeoTIFF', ['-of', 'COG', '-co', 'BLOCKSIZE=128']],
  ['one that has metadata', ['-of', 'COG', '-mo', 'MAKER=Ä & B', '-mo', 'NOT_GOOD_FOR=nothing']],
]

const height = (x: number, y: number) => 100 + Math.sin(x / 9) + y / 50

test.each(WAYS)('%s says it, and keeps its pixels, its overviews and what it said', async (_, options) => {
  const [from, to] = [join(folder, 'from.tif'), join(folder, 'to.tif')]
  const place = { scale: [0.1, 0.1, 0], tiepoint: [0, 0, 0, 5e5, 5.7e6, 0], keys: { 1024: 1, 3072: 32_632 } } as const
  await writeFile(from, makeTiff({ width: 700, height: 600, sampleType: 'float32', valueAt: height, ...place }))
  execFileSync('gdal_translate', ['-q', ...options, from, to])
  const before = aboutOf(to)
  await told(to)
  const after = aboutOf(to)
  const said = { ...before.metadata[''], NOT_GOOD_FOR: 'plant heights' }
  expect(after).toEqual({ ...before, metadata: { ...before.metadata, '': said } })
  expect(execFileSync('gdalinfo', [to], { encoding: 'utf8' })).toContain('ID["EPSG",32632]]')
})
