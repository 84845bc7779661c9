// Run by ../maps.mjs.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { log, NODE_FLAGS, ROOT } from '../../tools/lib/launch.mjs'
import { numberOption } from '../options.mjs'
import { runMeasured } from '../processes.mjs'
import { describeMachine, publish, table } from '../report.mjs'
import { writeMap } from './data.mjs'

const PIXELS = 20_000
const MEMORY_MAX_MIB = 500
const RATIO_MAX = 1
const SCRATCH = join(ROOT, '.cache/bench/maps')
/** What GDAL makes for the same purpose, on all processors, as ours. */
const GDAL_OPTIONS = {
  photo: ['-b', '1', '-b', '2', '-b', '3', '-mask', '4', '-co', 'COMPRESS=JPEG', '-co', 'QUALITY=90'],
  elevation: ['-co', 'COMPRESS=DEFLATE', '-co', 'PREDICTOR=YES'],
}
const ALWAYS = ['-q', '-of', 'COG', '-co', 'NUM_THREADS=ALL_CPUS', '-co', 'BIGTIFF=YES']

const pixels = numberOption('pixels', PIXELS)
const { status, stdout } = spawnSync('gdal_translate', ['--version'], { encoding: 'utf8' })
const gdal = status === 0 ? stdout.split(',')[0] : undefined

rmSync(SCRATCH, { recursive: true, force: true })
mkdirSync(SCRATCH, { recursive: true })
try {
  const measured = []
  for (const kind of ['photo', 'elevation']) measured.push(await measure(kind))
  const machine = describeMachine({
    folder: SCRATCH,
    servers: [{ name: 'GDAL', version: gdal ?? 'not here: there is no ratio, and the maps are not compressed' }],
  })
  const text = toMarkdown(machine, measured)
  publish(text, { name: 'maps', isWhole: pixels === PIXELS })
  const isMet = ({ ours, ratios }) => ours.memory <= MEMORY_MAX_MIB && ratios.every((ratio) => ratio <= RATIO_MAX)
  process.exitCode = measured.every(isMet) ? 0 : 1
} finally {
  rmSync(SCRATCH, { recursive: true, force: true })
}

/** One map: its copy by a job, and that by GDAL. */
async function measure(kind) {
  const [raw, compressed, copy] = ['raw.tif', 'map.tif', 'copy.tif'].map((name) => join(SCRATCH, name))
  log(`Making a map: ${kind}`)
  writeMap(raw, { kind, pixels })
  if (gdal) await runMeasured('gdal_translate', ['-q', '-co', 'COMPRESS=LZW', '-co', 'BIGTIFF=YES', raw, compressed])
  const map = gdal ? compressed : raw
  if (gdal) rmSync(raw)
  log('Copying it')
  const ours = await runMeasured(process.execPath, [...NODE_FLAGS, join(import.meta.dirname, 'copy.mjs'), map, copy])
  const sizes = { map: mib(map), ours: mib(copy) }
  if (!gdal) return { kind, ours, theirs: undefined, ratios: [], sizes }
  const theirs = await runMeasured('gdal_translate', [...ALWAYS, ...GDAL_OPTIONS[kind], map, copy])
  const ratios = [ours.seconds / theirs.seconds, ours.cpu / theirs.cpu]
  return { kind, ours, theirs, ratios, sizes: { ...sizes, theirs: mib(copy) } }
}

function mib(path) {
  return statSync(path).size / 1024 / 1024
}

function toMarkdown(machine, measured) {
  const rows = measured.flatMap(({ kind, ours, theirs, ratios: [wall, cpu], sizes }) => [
    [kind, 'Skyfurrow', ...costs(ours, sizes.ours)],
    ...(theirs
      ? [
          [kind, 'GDAL', ...costs(theirs, sizes.theirs)],
          [kind, 'ratio', mark(wall), mark(cpu), '', ''],
        ]
      : []),
  ])
  return `# Copies of maps for viewing, measured

${new Date().toISOString().slice(0, 10)}, by \`npm run bench:maps\`. Maps of ${pixels.toLocaleString('en')} x ${pixels.toLocaleString('en')} pixels of 4 bytes, a fifth of them empty: a photo (RGBA) and elevation (float32, copied to 2^-10 of a metre), ${measured.map(({ kind, sizes }) => `${kind} ${sizes.map.toFixed(0)} MiB`).join(', ')}${gdal ? ', LZW in strips' : ''}.
Ours is the whole job of the server on a worker thread, with its description and pictures; GDAL's is \`gdal_translate -of COG\` with JPEG of the same quality, or deflate with a predictor, on all processors. One after the other in one run.
Demanded: at most GDAL's time and ${MEMORY_MAX_MIB} MiB. **Bold** is missed.

${table(['what', 'is'], machine)}

${table(['map', 'made by', 'seconds', 'CPU seconds', 'most memory, MiB', 'copy, MiB'], rows)}
`
}

function costs({ seconds, cpu, memory }, size) {
  const most = memory.toFixed(0)
  return [seconds.toFixed(1), cpu.toFixed(1), memory > MEMORY_MAX_MIB ? `**${most}**` : most, size.toFixed(0)]
}

function mark(ratio) {
  return ratio > RATIO_MAX ? `**${ratio.toFixed(2)}**` : ratio.toFixed(2)
}
