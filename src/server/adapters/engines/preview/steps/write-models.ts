// The cameras, the relief with the orthomosaic on it, and a cloud: of a surface its cells, of a preview the tie points.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeGlb } from '#imagery/models/write-glb.ts'
import { CAMERA_FILE, cameraFileOf } from '#imagery/plot-photos/camera-file.ts'
import { createLazWriter } from '#imagery/points/write-laz.ts'
import type { MapLayout } from '#imagery/reconstruction/lay-out-maps.ts'
import type { TiePoints } from '#imagery/reconstruction/model.ts'
import { withFile, writeAll } from '../../../../compute/scratch-file.ts'
import { LABEL, labelOf, levelOf, modelOf, NODATA, readStep } from '../preview-files.ts'
import type { Report } from './report.ts'
import { CHANNELS, openSurfaceRows } from './surface-rows.ts'

/** Of the longer side of the relief. */
const POINTS_MAX = 400
/** Of a cloud: of a larger surface, every second cell or fewer are in it. */
const CLOUD_MAX = 20_000_000

export async function writeModels(folder: string, report: Report): Promise<void> {
  const { epsg, origin, matched } = await readStep(folder, 'prepared')
  const { solved, layout } = modelOf(await readStep(folder, 'solved'))
  const { cellPixels } = await readStep(folder, 'wanted')
  const jpeg = await readFile(join(folder, 'texture.jpg'))
  const { surface, ground } = layout
  const middle = [
    origin[0] + surface.west + (surface.width * surface.cell) / 2,
    origin[1] + surface.north - (surface.height * surface.cell) / 2,
  ]
  const photos = new Map(matched.map(({ matchedName, name, scale }) => [matchedName, { name, scale }]))
  const cameras = cameraFileOf({ epsg, origin, model: solved.model, photos, surface })
  await writeFile(join(folder, CAMERA_FILE), JSON.stringify(cameras))
  const says = labelOf(cellPixels > 0, levelOf(matched))
  const extras = { accuracy: LABEL, epsg, origin: [...middle, ground] }
  await writeFile(join(folder, 'model.glb'), writeGlb({ ...reliefOf(layout), base: ground, jpeg, extras }))
  await withFile(join(folder, 'points.laz'), 'w', async (file) => {
    const writer = createLazWriter({ origin, epsg, says }, (bytes, at) => writeAll(file, bytes, at))
    if (cellPixels > 0) await addSurface(folder, writer, report)
    else addPoints(solved.model.points, writer)
    await writer.end()
  })
}

type Writer = ReturnType<typeof createLazWriter>

const threeOf = (of: ArrayLike<number>, at: number) => [of[at] ?? 0, of[at + 1] ?? 0, of[at + 2] ?? 0] as const

function addPoints({ count, positions, colours }: TiePoints, writer: Writer): void {
  for (let at = 0; at < count * 3; at += 3) writer.add(threeOf(positions, at), threeOf(colours, at))
}

async function addSurface(folder: string, writer: Writer, report: Report): Promise<void> {
  const { grid, readRow, close } = await openSurfaceRows(folder)
  const step = Math.max(1, Math.ceil(Math.sqrt((grid.width * grid.height) / CLOUD_MAX)))
  try {
    for (let row = 0; row < grid.height; row += step) {
      const { heights, colours } = await readRow(row)
      const y = grid.north - (row + 0.5) * grid.cell
      for (let at = 0; at < grid.width; at += step) {
        const height = heights[at] ?? NODATA
        if (height !== NODATA)
          writer.add([grid.west + (at + 0.5) * grid.cell, y, height], threeOf(colours, at * CHANNELS))
      }
      await writer.flush()
      report((row + 1) / grid.height)
    }
  } finally {
    await close()
  }
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
