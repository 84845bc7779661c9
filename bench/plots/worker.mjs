// Measures one group of plots after another in a thread of its own.
import { open } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { toPixels } from '#imagery/plots/pixel-coverage.ts'
import { findRaster } from '#imagery/rasters/raster.ts'
import { createRowReader } from '#imagery/rasters/read-rows.ts'
import { readDirectories } from '#imagery/rasters/tiff-directories.ts'
import { RGB_TRAITS } from '#imagery/traits/catalogue/rgb-traits.ts'
import { maskRule } from '#imagery/traits/measure/masks.ts'
import { measurePlots } from '#imagery/traits/measure/measure-plots.ts'
import { windowOf } from '#imagery/traits/measure/window.ts'
import { codecs } from '#server/compute/rasters/raster-codecs.ts'

const traits = RGB_TRAITS.filter(({ presupposes }) => presupposes !== 'reflectance')

async function measure({ file, polygons }) {
  const handle = await open(file)
  const { size } = await handle.stat()
  const readRange = async (from, to) => {
    const { bytesRead, buffer } = await handle.read(new Uint8Array(to - from), 0, to - from, from)
    return buffer.subarray(0, bytesRead)
  }
  const { raster } = findRaster(await readDirectories(size, readRange))
  const pixelMetres = raster.transform[0]
  const placed = polygons.map((polygon) => toPixels(polygon, raster.transform))
  const { columns, place } = windowOf(raster, placed, 0)
  const layer = {
    ...raster,
    width: columns[1] - columns[0],
    bands: ['red', 'green', 'blue', 'alpha'],
    isUpTo255: true,
    blockRows: raster.block.height,
    readRows: createRowReader({ raster, readRange, codecs, columns }),
  }
  const measured = await measurePlots(layer, placed.map(place), { traits, mask: maskRule('exg'), pixelMetres })
  await handle.close()
  return measured
}

async function respond(group) {
  const before = process.threadCpuUsage()
  const measured = await measure(group)
  const { user, system } = process.threadCpuUsage(before)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort.postMessage({ measured, cpuSeconds: (user + system) / 1e6 })
}
parentPort.on('message', (group) => void respond(group))
