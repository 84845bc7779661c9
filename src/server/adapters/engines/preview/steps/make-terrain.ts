// The ground below the surface, where enough of it is seen, as cells that GDAL reads.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DOUBT } from '#imagery/dense/confidence.ts'
import { type Shown, terrainOf } from '#imagery/dense/terrain.ts'
import { NODATA, readStep, writeStep } from '../preview-files.ts'
import { envHeader } from './layers.ts'
import type { Report } from './report.ts'
import { CHANNELS, openSurfaceRows, type SurfaceRow } from './surface-rows.ts'

/** In metres, about. */
const SHOWN_CELL = 0.05
/** Of what is seen in a cell: with as many plants it is no soil. */
const PLANTS_MIN = 0.25
/** Excess green, 2g - r - b of shares. Woebbecke et al. 1995, doi:10.13031/2013.27838. */
const GREEN_MIN = 0.1
/** Of a surface: with less ground there is no terrain. */
const SHARE_MIN = 0.02

export async function makeTerrain(folder: string, report: Report): Promise<void> {
  const { nearInfrared } = await readStep(folder, 'prepared')
  if (nearInfrared > 0) return writeStep(folder, 'terrain', { grid: null, why: 'colours' })
  const { grid } = await readStep(folder, 'dense')
  const shown = await showSoil(folder, report)
  const terrain = terrainOf(shown)
  const known = terrain.heights.filter((one) => !Number.isNaN(one)).length
  if (known < SHARE_MIN * terrain.heights.length) return writeStep(folder, 'terrain', { grid: null, why: 'hidden' })
  const { width, height, cell } = terrain
  const values = terrain.heights.map((one) => (Number.isNaN(one) ? NODATA : one))
  await writeFile(join(folder, 'terrain.raw'), new Uint8Array(values.buffer))
  await writeFile(join(folder, 'terrain.raw.hdr'), envHeader({ width, height, bands: 1, type: 4 }))
  await writeStep(folder, 'terrain', { grid: { west: grid.west, north: grid.north, width, height, cell }, why: null })
}

/** Soil by its colour and without doubt, as the mean of what lies in a cell. */
async function showSoil(folder: string, report: Report): Promise<Shown> {
  const { readRow, grid, close } = await openSurfaceRows(folder)
  const cells = Math.max(1, Math.round(SHOWN_CELL / grid.cell))
  const [width, height] = [Math.floor(grid.width / cells), Math.floor(grid.height / cells)]
  const soil = new Float32Array(width * height).fill(Number.NaN)
  const isPlant = new Uint8Array(width * height)
  try {
    for (let row = 0; row < height; row += 1) {
      const counted = { sums: new Float64Array(width), soil: new Uint32Array(width), plants: new Uint32Array(width) }
      for (let fine = row * cells; fine < (row + 1) * cells; fine += 1) countIn(await readRow(fine), cells, counted)
      for (let at = 0; at < width; at += 1) {
        const [ofSoil, plants] = [counted.soil[at] ?? 0, counted.plants[at] ?? 0]
        if (plants > PLANTS_MIN * cells * cells) isPlant[row * width + at] = 1
        else if (ofSoil > 0) soil[row * width + at] = (counted.sums[at] ?? 0) / ofSoil
      }
      report((row + 1) / height)
    }
  } finally {
    await close()
  }
  return { width, height, cell: grid.cell * cells, soil, isPlant }
}

type Counted = { sums: Float64Array; soil: Uint32Array; plants: Uint32Array }

function countIn({ heights, confidence, colours }: SurfaceRow, cells: number, { sums, soil, plants }: Counted): void {
  for (let fine = 0; fine < sums.length * cells; fine += 1) {
    const at = Math.floor(fine / cells)
    const from = fine * CHANNELS
    if (colours[from + 3] === 0) continue
    const [red, green, blue] = [colours[from] ?? 0, colours[from + 1] ?? 0, colours[from + 2] ?? 0]
    if (2 * green - red - blue > GREEN_MIN * (red + green + blue)) plants[at] = (plants[at] ?? 0) + 1
    else if (heights[fine] !== NODATA && !((confidence[fine] ?? 0) & DOUBT)) {
      sums[at] = (sums[at] ?? 0) + (heights[fine] ?? 0)
      soil[at] = (soil[at] ?? 0) + 1
    }
  }
}
