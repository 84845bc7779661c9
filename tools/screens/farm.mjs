// The runs of the examples on a farm of one node: one that failed, two to compare, and one that goes on.
import { setTimeout as sleep } from 'node:timers/promises'
import { zipSync } from 'fflate'
import { reportFiles } from './example-files.mjs'

const FAILS = [{ code: 30, errorMessage: 'Not enough memory' }]
const GOES_ON = [{ code: 20, progress: 62 }]
const COMPLETES = [{ code: 40, progress: 100 }]

/** What was measured of a run over 24 photos. */
const STANDARD = { used: 24, pixels: 0.71, gps: [0.42, 0.51, 0.93], focal: 0.672, gsd: 1.02 }
const FAST = { used: 23, pixels: 1.24, gps: [0.66, 0.58, 1.37], focal: 0.681, gsd: 1.02 }

/** `of` is the id of the request with a flight, `goesOn` that of another one. `post` and `read` call the product as staff. */
export async function addRuns({ post, read, node }, { of, goesOn }) {
  const start = (analysisRequestId, more) => post('/processing/start', { analysisRequestId, engine: 'farm', ...more })
  const untilEnded = async () => {
    const [{ state }] = await read(`/processing/runs?analysisRequestId=${of}`)
    if (state === 'DONE' || state === 'FAILED') return
    await sleep(300)
    await untilEnded()
  }
  await node.change({ course: FAILS })
  await start(of, { preset: 'fine', options: { 'mesh-octree-depth': 12 } })
  await untilEnded()
  for (const [preset, measured] of [
    ['fast', FAST],
    ['standard', STANDARD],
  ]) {
    await node.change({ course: COMPLETES, result: await resultOf(measured) })
    await start(of, { preset })
    await untilEnded()
  }
  await node.change({ course: GOES_ON })
  await start(goesOn, { preset: 'field', priority: 'high' })
}

async function resultOf({ used, pixels, gps: [x, y, z], focal, gsd }) {
  const files = new Map(await reportFiles())
  const statistics = {
    processing_statistics: { area: 9600 },
    reconstruction_statistics: {
      components: 1,
      reconstructed_shots_count: used,
      reprojection_error_pixels: pixels,
    },
    gps_errors: { error: { x, y, z } },
    camera_errors: { 'dji fc6310s': { initial_values: { focal: 0.667 }, optimized_values: { focal } } },
    odm_processing_statistics: { average_gsd: gsd },
  }
  const result = {
    'odm_orthophoto/odm_orthophoto.tif': files.get('lamberton_2026-08-15_orthomosaic.tif'),
    'odm_dem/dsm.tif': files.get('lamberton_2026-08-15_surface_model.tif'),
    'odm_report/stats.json': Buffer.from(JSON.stringify(statistics)),
    'images.json': Buffer.from('[]'),
  }
  return zipSync(result, { level: 0 })
}
