// The relief with the orthomosaic on it, and the tie points as a cloud.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeGlb } from '#imagery/models/write-glb.ts'
import { writeLas } from '#imagery/points/write-las.ts'
import type { MapLayout } from '#imagery/reconstruction/lay-out-maps.ts'
import { LABEL, readStep } from '../preview-files.ts'

/** Of the longer side of the relief. */
const POINTS_MAX = 400

export async function writeModels(folder: string): Promise<void> {
  const { epsg, origin } = await readStep(folder, 'prepared')
  const { solved, layout } = await readStep(folder, 'solved')
  if (!solved || !layout) throw new Error('There is no model to write')
  const jpeg = await readFile(join(folder, 'texture.jpg'))
  const { surface, ground } = layout
  const middle = [
    origin[0] + surface.west + (surface.width * surface.cell) / 2,
    origin[1] + surface.north - (surface.height * surface.cell) / 2,
  ]
  const extras = { accuracy: LABEL, epsg, origin: [...middle, ground] }
  await writeFile(join(folder, 'model.glb'), writeGlb({ ...reliefOf(layout), base: ground, jpeg, extras }))
  const { count, positions, colours } = solved.model.points
  await writeFile(join(folder, 'points.las'), writeLas({ count, positions, colours, origin, epsg, says: LABEL }))
}

/** Every nth cell. */
function reliefOf({ surface, isCovered }: MapLayout) {
  const step = Math.max(1, Math.ceil(Math.max(surface.width, surface.height) / POINTS_MAX))
  const [width, height] = [Math.ceil(surface.width / step), Math.ceil(surface.height / step)]
  const heights = Float32Array.from({ length: width * height }, (_, at) => {
    const from = Math.floor(at / width) * step * surface.width + (at % width) * step
    return isCovered[from] ? (surface.heights[from] ?? Number.NaN) : Number.NaN
  })
  return { heights, width, height, cell: surface.cell * step }
}
