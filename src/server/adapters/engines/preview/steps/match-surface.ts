// Matches all photos densely, tile by tile on a thread per processor, into heights and what speaks for and against each.
import { open, truncate, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { KNOWN, REFUSED } from '#imagery/dense/confidence.ts'
import { tilesOf } from '#imagery/dense/surface-tile.ts'
import { readStep, writeStep } from '../preview-files.ts'
import { denseGrid, groundOfPixel } from './dense-grid.ts'
import { envHeader } from './layers.ts'
import type { Report } from './report.ts'
import { runThread } from './run-thread.ts'

const THREADS_MAX = 4
const CONFIDENCES = 256

export async function matchSurface(folder: string, report: Report): Promise<void> {
  const { matched } = await readStep(folder, 'prepared')
  const { solved, layout } = await readStep(folder, 'solved')
  const { cellPixels } = await readStep(folder, 'wanted')
  if (!solved || !layout) throw new Error('There is no model to match')
  const gsd = groundOfPixel({ solved, layout }, new Map(matched.map(({ matchedName, scale }) => [matchedName, scale])))
  const grid = denseGrid({ solved, layout }, gsd, cellPixels)
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
  const threads = Math.min(THREADS_MAX, availableParallelism(), tiles.length)
  const counted = Array.from({ length: CONFIDENCES }, () => 0)
  let done = 0
  let next = 0
  await Promise.all(
    Array.from({ length: threads }, () =>
      match(
        { folder, grid, gsd },
        {
          next: () => (next < tiles.length ? next++ : null),
          onTile: (ofTile) => {
            for (const [confidence, count] of ofTile.entries()) counted[confidence] = (counted[confidence] ?? 0) + count
            done += 1
            report(done / tiles.length)
          },
        },
      ),
    ),
  )
  const cellsWith = (flags: number) =>
    counted.reduce((sum, count, confidence) => sum + (confidence & flags ? count : 0), 0)
  const known = cellsWith(KNOWN)
  await writeStep(folder, 'dense', { grid, refusedShare: known === 0 ? 1 : cellsWith(REFUSED) / known })
}

export type MatchTask = { folder: string; grid: ReturnType<typeof denseGrid>; gsd: number }

type Tiles = { next: () => number | null; onTile: (counted: readonly number[]) => void }

/** A thread asks for a tile whenever it has none, because tiles take very different times. */
const match = (task: MatchTask, { next, onTile }: Tiles): Promise<void> =>
  runThread(new URL('match-worker.ts', import.meta.url), task, (counted, worker) => {
    if (counted) onTile(counted as readonly number[])
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
    worker.postMessage(next())
  })
