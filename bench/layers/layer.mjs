// Makes one file as a job of the server does, on a worker thread: `node bench/layers/layer.mjs <map> <file> index|mask`.
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { describeRaster } from '#imagery/rasters/describe-raster.ts'
import { findRaster } from '#imagery/rasters/raster.ts'
import { createRowReader } from '#imagery/rasters/read-rows.ts'
import { readDirectories } from '#imagery/rasters/tiff-directories.ts'
import { crsOfEpsg } from '#server/compute/crs/crs-of-epsg.ts'
import { openCompute } from '#server/compute/pool.ts'
import { codecs } from '#server/compute/rasters/raster-codecs.ts'

const [, , mapPath, path, kind] = process.argv
const fileName = basename(mapPath)
const compute = openCompute({ threads: 1 })
const file = await open(mapPath)
const readRange = async (from, to) => {
  const { buffer, bytesRead } = await file.read(new Uint8Array(to - from), 0, to - from, from)
  return buffer.subarray(0, bytesRead)
}
try {
  const { size: bytes } = await stat(mapPath)
  const { raster } = findRaster(await readDirectories(bytes, readRange))
  const readRows = createRowReader({ raster, readRange, codecs })
  const facts = await describeRaster({ raster, readRows, fileName, worldFile: null, prj: null, crsOfEpsg })
  const [metres, , left, , , top] = facts.transform
  const [right, bottom] = [left + facts.width * metres, top - facts.height * metres]
  const field = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
    [left, top],
  ]
  const { problem } = await compute.run({
    file: new URL('../../src/server/compute/rasters/layer-worker.ts', import.meta.url),
    input: {
      orthomosaic: {
        start: 0,
        bytes,
        fileName,
        facts: { ...facts, ranges: facts.bands.map(() => [0, 255]) },
        stated: {},
      },
      crs: facts.crs,
      shift: null,
      // One plot as large as the map, so that all of it is written.
      plots: [[[field]]],
      settings: { bufferMetres: 0, mask: { method: 'exg' }, traits: ['NGRDI'] },
      threshold: 0.1,
      kind,
      trait: kind === 'index' ? 'NGRDI' : null,
      path,
    },
    readRange,
    secondsMax: 3600,
  })
  if (problem) throw new Error(problem)
} finally {
  await file.close()
  await compute.close()
}
