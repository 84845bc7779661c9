// Draws the orthomosaic in both variants, on a thread per processor, and the elevation, as pixels that GDAL reads.
import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { gainsOf } from '#imagery/reconstruction/exposure.ts'
import type { MapLayout } from '#imagery/reconstruction/lay-out-maps.ts'
import { frameOf } from '#imagery/reconstruction/orthomosaic.ts'
import { modelOf, NODATA, readStep, writeStep } from '../preview-files.ts'
import { envHeader, layersOf } from './layers.ts'
import type { Report } from './report.ts'
import { runThread } from './run-thread.ts'

const THREADS_MAX = 4

export async function drawMaps(folder: string, report: Report): Promise<void> {
  const { matched } = await readStep(folder, 'prepared')
  const { solved, layout } = modelOf(await readStep(folder, 'solved'))
  await writeElevation(folder, layout)
  const smalls = solved.model.views.map(
    ({ name }) =>
      matched.find(({ matchedName }) => matchedName === name)?.small ?? { width: 1, height: 1, rgb: new Uint8Array(3) },
  )
  const gains = gainsOf(solved.model.points, { ...solved.model, smalls })
  const { width, height, tiles } = frameOf(layout)
  for (const path of layersOf(folder)) await writeFile(`${path}.hdr`, envHeader({ width, height, bands: 4, type: 1 }))
  const threads = Math.min(THREADS_MAX, availableParallelism(), tiles.length)
  let done = 0
  await Promise.all(
    Array.from({ length: threads }, (_, at) => {
      // Neighbours on the same thread: they need the same photos.
      const from = Math.floor((at * tiles.length) / threads)
      const to = Math.floor(((at + 1) * tiles.length) / threads)
      return draw({ folder, gains, from, to }, () => {
        done += 1
        report(done / tiles.length)
      })
    }),
  )
  await writeStep(folder, 'drawn', { width, height })
}

export type DrawTask = { folder: string; gains: Float64Array; from: number; to: number }

const draw = (task: DrawTask, onTile: () => void): Promise<void> =>
  runThread(new URL('draw-worker.ts', import.meta.url), task, onTile)

/** Only heights between tie points, and only of ground that two photos show. */
async function writeElevation(folder: string, { surface, isCovered }: MapLayout): Promise<void> {
  const { width, height, heights, isMeasured } = surface
  const values = heights.map((value, at) => (isMeasured[at] && isCovered[at] ? value : NODATA))
  await writeFile(join(folder, 'elevation.raw'), new Uint8Array(values.buffer))
  await writeFile(join(folder, 'elevation.raw.hdr'), envHeader({ width, height, bands: 1, type: 4 }))
}
