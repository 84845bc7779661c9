// Looks at one map as a job of the server does, on a worker thread: `node bench/maps/copy.mjs <map> <copy>`.
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { openCompute } from '#server/compute/pool.ts'

const [, , mapPath, copyPath] = process.argv
const compute = openCompute({ threads: 1 })
const file = await open(mapPath)
try {
  const { bytes } = await stat(mapPath).then(({ size }) => ({ bytes: size }))
  const { problem } = await compute.run({
    file: new URL('../../src/server/compute/rasters/map-worker.ts', import.meta.url),
    input: { bytes, fileName: basename(mapPath), copyPath, worldFile: null, prj: null, kind: null },
    readRange: async (from, to) => {
      const { buffer, bytesRead } = await file.read(new Uint8Array(to - from), 0, to - from, from)
      return buffer.subarray(0, bytesRead)
    },
    secondsMax: 3600,
  })
  if (problem) throw new Error(problem.message)
} finally {
  await file.close()
  await compute.close()
}
