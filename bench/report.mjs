// Ranges, ratios, their table, and the file of results.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { log, ROOT } from '../tools/lib/launch.mjs'

const MIB = 1024 * 1024
const GIB = 1024 * MIB
const PROMISES = {
  Skyfurrow: 'on disk when answered (direct writes, fsync of file and folder)',
  nginx: 'in the page cache when answered, no fsync',
  '@tus/server': 'in the page cache when answered, no fsync',
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

const valuesOf = (results, key) => (results ?? []).map((one) => one[key])
/** Per round, because the measurements of a round follow one another. */
const ratiosOf = (results, key, { of = 'Skyfurrow', to }) =>
  valuesOf(results[to], key).map((value, round) => results[of][round][key] / value)

/** The minimum and the maximum of the rounds, and their median. */
export function range(numbers, digits = 2) {
  if (numbers.length === 0) return ''
  const [least, most, middle] = [Math.min(...numbers), Math.max(...numbers), median(numbers)]
  return `${least.toFixed(digits)} to ${most.toFixed(digits)} (${middle.toFixed(digits)})`
}

/** The same, **bold** where the median is more than it may be. */
export function judged(values, most = Number.POSITIVE_INFINITY, digits = 0) {
  const text = range(values, digits)
  return median(values) > most ? `**${text}**` : text
}

/** The median, the 99th percentile and the longest of times in milliseconds. */
export function percentiles(times) {
  const sorted = times.toSorted((one, two) => one - two)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
  return { p99: at(0.99), text: [at(0.5), at(0.99), at(1)].map((ms) => ms.toFixed(0)).join(' / ') }
}

/** The targets of the store, for the median of the rounds. Without a peer its line is omitted, and the report says so. */
export function judge({ received, sent, memory, completion, turn, largeParts }) {
  const lines = [
    [
      'durable receive until all is on disk, times nginx',
      ratiosOf(received, 'speedToDisk', { to: 'nginx' }),
      'at least',
      1,
    ],
    ['durable receive, times @tus/server', ratiosOf(received, 'speed', { to: '@tus/server' }), 'at least', 2],
    ['CPU seconds per GiB received', valuesOf(received.Skyfurrow, 'cpu'), 'at most', 1],
    ['MiB more memory with 20 uploads at once', memory.Skyfurrow, 'at most', 30],
    [`seconds to complete ${largeGib(largeParts)} GiB`, completion, 'at most', 1],
    ['milliseconds of the longest turn of the event loop', [turn], 'at most', 50],
    ...Object.entries(sent).map(([kind, results]) => [
      `download behind nginx (${kind}), times nginx`,
      ratiosOf(results, 'speed', { of: 'behind nginx', to: 'nginx' }),
      'at least',
      0.9,
    ]),
  ]
  return lines
    .filter(([, values]) => values.length > 0)
    .map(([name, values, bound, limit]) => {
      const isMet = bound === 'at least' ? median(values) >= limit : median(values) <= limit
      return { name, measured: range(values), bound: `${bound} ${limit}`, isMet }
    })
}

export function describeMachine({ node = process.execPath, folder, servers }) {
  return [
    ['processor', `${cpus().length} x ${cpus()[0].model}, ${Math.round(totalmem() / GIB)} GiB of memory`],
    ['system', `Linux ${release()}`],
    ['disk', read('findmnt', ['-no', 'SOURCE,FSTYPE,OPTIONS', '-T', folder])],
    ['Node', read(node, ['--version'])],
    ...servers.filter(({ version }) => version).map(({ name, version }) => [name, version]),
  ]
}

export function toMarkdown({ machine, measured, verdicts }) {
  const { rounds, parts, atOnceParts, received, sent, memory, largeParts } = measured
  const file = (parts.length * parts[0]) / GIB
  return `# The embedded store, measured

${new Date().toISOString().slice(0, 10)}, by \`npm run bench\`. One interleaved run of ${rounds} rounds, everything on 127.0.0.1. Figures are the least and the most of the rounds, and their median; ratios are those within a round.

${table(['what', 'is'], machine)}

## What it must reach

${table(
  ['demand', 'bound', 'measured', ''],
  verdicts.map(({ name, bound, measured: value, isMet }) => [name, bound, value, isMet ? 'met' : '**missed**']),
)}

## Receive ${file} GiB as ${parts.length} parts, one after another

${table(
  [
    'server',
    'MiB/s',
    'Skyfurrow, times',
    'CPU s/GiB',
    'MiB/s until all is on disk',
    'Skyfurrow, times',
    'a part that is answered is',
  ],
  Object.entries(received).map(([name, results]) => [
    name,
    range(valuesOf(results, 'speed'), 0),
    range(ratiosOf(received, 'speed', { to: name })),
    range(valuesOf(results, 'cpu')),
    range(valuesOf(results, 'speedToDisk'), 0),
    range(ratiosOf(received, 'speedToDisk', { to: name })),
    PROMISES[name],
  ]),
)}

The product itself receives: \`serve\` with its embedded database, a login, links for parts of at most 512 MiB. The peers run as people run them:
what they have answered for may still lie in memory only. The columns 'until all is on disk' add a \`sync\` to each. Bytes come from one process with raw sockets
and one buffer. Before each measurement the disk is brought to rest.

## Memory with ${atOnceParts.length} uploads of ${atOnceParts[0] / MIB} MiB at once

${table(
  ['server', 'MiB more than before'],
  Object.entries(memory).map(([name, growth]) => [name, range(growth, 1)]),
)}

Resident memory (highest of samples 20 ms apart) less that before, in a new server after one file as warm-up; ${Math.min(rounds, 3)} rounds.

## Send ${file} GiB

${table(
  [
    'download',
    ...Object.keys(Object.values(sent)[0]).map((name) => `${name}, MiB/s`),
    'Skyfurrow, times nginx',
    'behind nginx, times nginx',
    'CPU s/GiB',
  ],
  Object.entries(sent).map(([kind, results]) => [
    kind,
    ...Object.values(results).map((one) => range(valuesOf(one, 'speed'), 0)),
    range(ratiosOf(results, 'speed', { to: 'nginx' })),
    range(ratiosOf(results, 'speed', { of: 'behind nginx', to: 'nginx' })),
    Object.values(results)
      .map((one) => range(valuesOf(one, 'cpu')))
      .join(' and '),
  ]),
)}

nginx sends by sendfile. 'behind nginx' is the product with \`NGINX_SENDS_FILES=on\` and \`ops/nginx/skyfurrow.conf\`, which sends its files; its processor
time is that of nginx. Three downloads one after another in each round; the file lies in the page cache, for all.

## Complete ${largeGib(largeParts)} GiB

${range(measured.completion, 3)} s for ${largeParts.length} parts, through the API. The parts were put in their place by the bench as files without content: completion moves
a folder and copies no byte, so what they hold plays no part.
`
}

const largeGib = (parts) => ((parts.length * parts[0]) / GIB).toFixed(0)

const read = (program, args) => spawnSync(program, args, { encoding: 'utf8' }).stdout.trim().replace(/\s+/g, ' ')

/** Prints the results, and keeps those of a whole measurement. */
export function publish(text, { name, isWhole }) {
  log(`\n${text}`)
  if (!isWhole) return
  const file = `bench/results/${new Date().toISOString().slice(0, 10)}-${name}.md`
  writeFileSync(join(ROOT, file), text)
  log(`Written to ${file}`)
}

export function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
