import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { measurePlots } from './plots.ts'
import type { Raster } from './raster.ts'
import { type Plot, toGround } from './trial.ts'

const biome = fileURLToPath(new URL('../../node_modules/.bin/biome', import.meta.url))

/** What the home page reads out under the pointer: place in the picture (0 to 1) and values of every plot. */
export async function writeReadings(file: string, raster: Raster, plots: readonly Plot[]): Promise<void> {
  const { window } = raster
  const measured = measurePlots(raster, plots)
  const places = plots.map((plot) => toGround(plot.u, plot.v))
  const columns = {
    number: plots.map((plot) => plot.number),
    x: places.map(({ x }) => Number(((x - window.x) / window.width).toFixed(4))),
    y: places.map(({ y }) => Number(((y - window.y) / window.height).toFixed(4))),
    index: measured.map(({ index }) => Number(index.toFixed(2))),
    coverPercent: measured.map(({ cover }) => Math.round(cover * 100)),
    heightCm: measured.map(({ height, cover }) => (cover < 0.02 ? 0 : Math.round(height * 100))),
  }
  await writeFile(file, JSON.stringify(columns))
  execFileSync(biome, ['format', '--write', file])
}
