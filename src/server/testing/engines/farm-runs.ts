// A farm of fake nodes, its runs, and results that nodes make.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { zipSync } from 'fflate'
import { writeGlb } from '#imagery/models/write-glb.ts'
import { makeLas } from '#imagery/points/testing/make-las.ts'
import { makeTiff, type TiffOptions } from '#imagery/testing/make-tiff.ts'
import type { EngineOrder, EnginePhoto, RunStage } from '#server/adapters/engines/engine.ts'
import type { Clock } from '#server/adapters/engines/farm/clock.ts'
import { createFarm, type FarmSettings } from '#server/adapters/engines/farm/farm.ts'
import { openCompute } from '#server/compute/pool.ts'
import { type FakeNode, startFakeNode } from './fake-node.ts'

const text = (value: string): Uint8Array => new TextEncoder().encode(value)

/** Time passes by waiting alone. */
export function createTestClock(): Clock & { waited: () => number } {
  let now = 0
  return {
    now: () => now,
    waited: () => now,
    wait: async (milliseconds, signal) => {
      signal.throwIfAborted()
      now += milliseconds
      await turn()
      signal.throwIfAborted()
    },
  }
}

const GEO: Partial<TiffOptions> = {
  scale: [0.02, 0.02, 0],
  tiepoint: [0, 0, 0, 500_000, 5_700_000, 0],
  keys: { 1024: 1, 1025: 1, 3072: 32_632 },
}
const MAP = makeTiff({
  width: 40,
  height: 30,
  bands: 3,
  photometric: 2,
  valueAt: (x, y) => x + y,
  compression: 'deflate',
  ...GEO,
})
const HEIGHTS = makeTiff({
  width: 20,
  height: 15,
  sampleType: 'float32',
  valueAt: (x) => 100 + x,
  nodata: '-9999',
  ...GEO,
})
const GLB = writeGlb({
  heights: Float32Array.of(1, 2, 3, 4),
  width: 2,
  height: 2,
  cell: 1,
  base: 0,
  jpeg: new Uint8Array(4),
  extras: {},
})
export const STATS = {
  processing_statistics: { area: 12_500 },
  reconstruction_statistics: {
    components: 1,
    reconstructed_shots_count: 3,
    reprojection_error_pixels: 0.62,
  },
  gps_errors: { error: { x: 0.3, y: 0.4, z: 0.9 }, average_error: 0.7 },
  gcp_errors: {},
  camera_errors: { 'dji fc6310s': { initial_values: { focal: 0.667 }, optimized_values: { focal: 0.68 } } },
  odm_processing_statistics: { average_gsd: 1.73 },
}
/** Of a whole run: the files that are kept, and some that are not. */
export const RESULT: Readonly<Record<string, Uint8Array>> = {
  'odm_orthophoto/odm_orthophoto.tif': MAP,
  'odm_dem/dsm.tif': HEIGHTS,
  'odm_dem/dtm.tif': HEIGHTS,
  'odm_georeferencing/odm_georeferenced_model.laz': makeLas([{ at: [1, 2, 3] }]),
  'odm_texturing/odm_textured_model_geo.glb': GLB,
  'odm_report/report.pdf': text('%PDF-1.4 report'),
  'odm_report/stats.json': text(JSON.stringify(STATS)),
  'images.json': text('[{}, {}, {}]'),
  'log.json': text('{}'),
}
export const EMPTY_MAP = makeTiff({
  width: 40,
  height: 30,
  sampleType: 'float32',
  valueAt: () => -9999,
  nodata: '-9999',
  ...GEO,
})
/** Its first rows are whole, its last ones are not: it passes the look at a product, and can't be prepared for viewing. */
export const DAMAGED_MAP = makeTiff({
  width: 40,
  height: 30,
  rowsPerStrip: 10,
  valueAt: (x, y) => 1 + x * y,
  compression: 'deflate',
  ...GEO,
}).fill(0, -40)
export const zipOf = (files: Readonly<Record<string, Uint8Array>>): Buffer => Buffer.from(zipSync({ ...files }))

export type FarmTest = Awaited<ReturnType<typeof openFarmTest>>

/** Ends with `close`. */
export async function openFarmTest({ nodes: count = 1, token = '' } = {}) {
  const nodes = await Promise.all(Array.from({ length: count }, () => startFakeNode({ token })))
  for (const node of nodes) node.result = zipOf(RESULT)
  const addresses = nodes.map(({ url }) => ({ url, token: token || null, isDrained: false }))
  const folder = await mkdtemp(join(tmpdir(), 'farm-'))
  const compute = openCompute()
  const clock = createTestClock()
  return {
    nodes,
    addresses,
    node: nodes[0] as FakeNode,
    clock,
    leftovers: () => readdir(folder),
    farm: (settings: Partial<FarmSettings> = {}) =>
      createFarm({
        nodes: addresses,
        folder,
        compute,
        clock,
        ...settings,
      }),
    close: async () => {
      await Promise.all([compute.close(), ...nodes.map((node) => node.close())])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const photoOf = (name: string, content = name): EnginePhoto => ({
  name,
  position: null,
  bytes: text(content).length,
  open: async function* () {
    yield text(content)
  },
})

/** With what became of it. */
export function orderOf(changes: Partial<EngineOrder> = {}) {
  const kept = new Map<string, Buffer>()
  const stages: [RunStage, number][] = []
  const lines: string[] = []
  const [memory, versions]: [string[], string[]] = [[], []]
  const order: EngineOrder = {
    runId: 'run-1',
    attempt: 1,
    photos: ['100MEDIA/DJI_0001.JPG', '101MEDIA/DJI_0001.JPG', 'DJI_0002.JPG'].map((name) => photoOf(name)),
    files: [],
    lenses: [],
    outputs: ['orthomosaic', 'elevationModels'],
    options: {},
    remembered: null,
    remember: async (what) => void memory.push(what),
    noteVersion: async (version) => void versions.push(version),
    report: (stage, fraction) => void stages.push([stage, fraction]),
    log: (line) => void lines.push(line),
    keep: async ({ fileName, open }) => {
      const pieces: Uint8Array[] = []
      for await (const piece of open()) pieces.push(piece)
      kept.set(fileName, Buffer.concat(pieces))
    },
    signal: new AbortController().signal,
    ...changes,
  }
  return { order, kept, stages, lines, memory, versions }
}
