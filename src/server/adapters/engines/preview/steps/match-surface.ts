// Matches all photos densely, tile by tile on a thread per processor, into heights and what speaks for and against each.
import { open, truncate, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { KNOWN, REFUSED } from '#imagery/dense/confidence.ts'
import { type Differences, noDifferences, noiseOf, TILES_MAX } from '#imagery/dense/noise.ts'
import { tilesOf } from '#imagery/dense/surface-tile.ts'
import { modelOf, readStep, writeStep } from '../preview-files.ts'
import { denseGrid, groundOfPixel } from './dense-grid.ts'
import { envHeader } from './layers.ts'
import type { Report } from './report.ts'
import { runThread } from './run-thread.ts'

const THREADS_MAX = 4
const CONFIDENCES = 256

export async function matchSurface(folder: string, report: Report): Promise<void> {
  const { matched } = await readStep(folder, 'prepared')
  const model = modelOf(await readStep(folder, 'solved'))
  const { cellPixels } = await readStep(folder, 'wanted')
  const gsd = groundOfPixel(model, new Map(matched.map(({ matchedName, scale }) => [matchedName, scale])))
  const grid = denseGrid(model, gsd, cellPixels)
  const { width, height } = grid
  const files = { surface: 4, confidence: 1 }
  for (const [name, bytes] of Object.entries(files)) {
    await (await open(join(folder, `${name}.raw`), 'w')).close()
    await truncate(join(folder, `${name}.raw`), width * height * bytes)
    await writeFile(
      join(folder, `${name}.raw.hdr`),
      envHeader({ width, height, bands: 1, type: name === 'surface' ? 4 : 1 }),
    )
  }
  const tiles = tilesOf(width, height)
  const threads = Math.min(THREADS_MAX, availableParallelism())
  const counted = Array.from({ length: CONFIDENCES }, () => 0)
  const differences = noDifferences()
  const wanted: Wanted[] = [
    ...tiles.map((_, at) => ({ at, isOfNoise: false })),
    ...Array.from({ length: TILES_MAX }, (_, at) => ({ at, isOfNoise: true })),
  ]
  let done = 0
  let next = 0
  await Promise.all(
    Array.from({ length: threads }, () =>
      match(
        { folder, grid, gsd },
        {
          next: () => wanted[next++] ?? null,
          onTold: (told) => {
            if ('counted' in told) addTo(counted, told.counted)
            else addTo(differences, told.differences)
            done += 1
            report(done / wanted.length)
          },
        },
      ),
    ),
  )
  const cellsWith = (flags: number) =>
    counted.reduce((sum, count, confidence) => sum + (confidence & flags ? count : 0), 0)
  const known = cellsWith(KNOWN)
  await writeStep(folder, 'dense', {
    grid,
    refusedShare: known === 0 ? 1 : cellsWith(REFUSED) / known,
    noise: noiseOf(differences),
  })
}

function addTo(sums: { [at: number]: number }, counted: ArrayLike<number>): void {
  for (let at = 0; at < counted.length; at += 1) sums[at] = (sums[at] ?? 0) + (counted[at] ?? 0)
}

export type MatchTask = { folder: string; grid: ReturnType<typeof denseGrid>; gsd: number }
/** A tile of the map, or one of those that tell of the noise. */
export type Wanted = { at: number; isOfNoise: boolean }
export type Told = { counted: number[] } | { differences: Differences }

type Tiles = { next: () => Wanted | null; onTold: (told: Told) => void }

/** A thread asks for a tile whenever it has none, because tiles take very different times. */
const match = (task: MatchTask, { next, onTold }: Tiles): Promise<void> =>
  runThread(new URL('match-worker.ts', import.meta.url), task, (told, worker) => {
    if (told) onTold(told as Told)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
    worker.postMessage(next())
  })
