// Run by ../layers.mjs.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { log, NODE_FLAGS, ROOT } from '../../tools/lib/launch.mjs'
import { writeMap } from '../maps/data.mjs'
import { numberOption } from '../options.mjs'
import { runMeasured } from '../processes.mjs'
import { describeMachine, publish, table } from '../report.mjs'

const PIXELS = 20_000
const MEMORY_MAX_MIB = 500
const SCRATCH = join(ROOT, '.cache/bench/layers')

const pixels = numberOption('pixels', PIXELS)
const { status, stdout } = spawnSync('gdal_translate', ['--version'], { encoding: 'utf8' })
const gdal = status === 0 ? stdout.split(',')[0] : undefined
const mib = (path) => statSync(path).size / 1024 / 1024

rmSync(SCRATCH, { recursive: true, force: true })
mkdirSync(SCRATCH, { recursive: true })
try {
  const [raw, compressed, file] = ['raw.tif', 'map.tif', 'layer.tif'].map((name) => join(SCRATCH, name))
  log('Making a map')
  writeMap(raw, { kind: 'photo', pixels })
  if (gdal) {
    await runMeasured('gdal_translate', ['-q', '-co', 'COMPRESS=LZW', '-co', 'BIGTIFF=YES', raw, compressed])
    rmSync(raw)
  }
  const map = gdal ? compressed : raw
  const measured = []
  for (const kind of ['index', 'mask']) {
    log(`Making its ${kind}`)
    const layer = [...NODE_FLAGS, join(import.meta.dirname, 'layer.mjs'), map, file, kind]
    measured.push({ kind, ...(await runMeasured(process.execPath, layer)), size: mib(file) })
  }
  const text = toMarkdown(measured, mib(map))
  publish(text, { name: 'layers', isWhole: pixels === PIXELS })
  process.exitCode = measured.every(({ memory }) => memory <= MEMORY_MAX_MIB) ? 0 : 1
} finally {
  rmSync(SCRATCH, { recursive: true, force: true })
}

function toMarkdown(measured, mapMib) {
  const machine = describeMachine({
    folder: SCRATCH,
    servers: [{ name: 'GDAL', version: gdal ?? 'not here: the map is not compressed' }],
  })
  const rows = measured.map(({ kind, seconds, cpu, memory, size }) => [
    kind,
    seconds.toFixed(1),
    cpu.toFixed(1),
    memory > MEMORY_MAX_MIB ? `**${memory.toFixed(0)}**` : memory.toFixed(0),
    size.toFixed(0),
  ])
  const side = pixels.toLocaleString('en')
  return `# GeoTIFFs of a flight, measured

${new Date().toISOString().slice(0, 10)}, by \`npm run bench:layers\`. A photo (RGBA) of ${side} x ${side} pixels, a fifth of them empty, ${mapMib.toFixed(0)} MiB${gdal ? ', LZW in strips' : ''}, all of which lies in plots. The index is NGRDI (float32), the mask ExG above 0.1. Each is the whole work of the job of the server on one worker thread.
Demanded: at most ${MEMORY_MAX_MIB} MiB. **Bold** is missed.

${table(['what', 'is'], machine)}

${table(['file', 'seconds', 'CPU seconds', 'most memory, MiB', 'file, MiB'], rows)}
`
}
