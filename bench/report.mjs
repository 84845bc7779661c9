// Medians, ratios, and the table of them.
import { spawnSync } from 'node:child_process'
import { cpus, release, totalmem } from 'node:os'

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

const mid = (results, key) => (results ? median(results.map((one) => one[key])) : Number.NaN)
const ratio = (results, key, other) => mid(results.Skyfurrow, key) / mid(results[other], key)

/** What the store must reach. Without a peer its line is left out, and the run says so. */
export function judge({ received, sent, memory, completion }) {
  const lines = [
    ['durable receive, times nginx', ratio(received, 'speed', 'nginx'), 'at least', 1],
    ['durable receive, times @tus/server', ratio(received, 'speed', '@tus/server'), 'at least', 2],
    ['CPU seconds per GiB received', mid(received.Skyfurrow, 'cpu'), 'at most', 1.3],
    ['MiB more memory with 20 uploads at once', median(memory.Skyfurrow), 'at most', 30],
    ['seconds to complete 100 GiB', completion, 'at most', 1],
    ...Object.entries(sent).map(([kind, results]) => [
      `download (${kind}), times nginx`,
      ratio(results, 'speed', 'nginx'),
      'at least',
      1,
    ]),
  ]
  return lines
    .filter(([, value]) => !Number.isNaN(value))
    .map(([name, value, bound, limit]) => {
      const isMet = bound === 'at least' ? value >= limit : value <= limit
      return { name, value, bound: `${bound} ${limit}`, isMet }
    })
}

export function describeMachine({ node, folder, servers }) {
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

${new Date().toISOString().slice(0, 10)}, by \`npm run bench\`. One interleaved run, median of ${rounds} rounds, everything on 127.0.0.1.

${table(['what', 'is'], machine)}

## What it must reach

${table(
  ['demand', 'bound', 'measured', ''],
  verdicts.map(({ name, bound, value, isMet }) => [name, bound, value.toFixed(2), isMet ? 'met' : '**missed**']),
)}

## Receive ${file} GiB as ${parts.length} parts, one after another

${table(
  [
    'server',
    'MiB/s',
    'Skyfurrow is',
    'CPU s/GiB',
    'MiB/s until all is on disk',
    'Skyfurrow is',
    'a part that is answered is',
  ],
  Object.entries(received).map(([name, results]) => [
    name,
    mid(results, 'speed').toFixed(0),
    `${ratio(received, 'speed', name).toFixed(2)} x`,
    mid(results, 'cpu').toFixed(2),
    mid(results, 'speedToDisk').toFixed(0),
    `${ratio(received, 'speedToDisk', name).toFixed(2)} x`,
    PROMISES[name],
  ]),
)}

The product itself receives: \`serve\` with its embedded database, a login, links for parts of at most 512 MiB. The peers run as people run them:
what they have answered for may still lie in memory only. The columns 'until all is on disk' add a \`sync\` to each. Bytes come from one process with raw sockets
and one buffer. Before each measurement the disk is brought to rest.

## Memory with ${atOnceParts.length} uploads of ${atOnceParts[0] / MIB} MiB at once

${table(
  ['server', 'MiB more than before'],
  Object.entries(memory).map(([name, growth]) => [name, median(growth).toFixed(1)]),
)}

Resident memory (highest of samples 20 ms apart) less that before, in a new server after one file as warm-up; median of ${Math.min(rounds, 3)}.

## Send ${file} GiB

${table(
  [
    'download',
    ...Object.keys(received)
      .slice(0, 2)
      .map((name) => `${name}, MiB/s`),
    'Skyfurrow is',
    'CPU s/GiB',
  ],
  Object.entries(sent).map(([kind, results]) => [
    kind,
    ...Object.values(results).map((one) => mid(one, 'speed').toFixed(0)),
    `${ratio(results, 'speed', 'nginx').toFixed(2)} x`,
    Object.values(results)
      .map((one) => mid(one, 'cpu').toFixed(2))
      .join(' and '),
  ]),
)}

nginx sends by sendfile. Three downloads one after another in each round; the file lies in the page cache, for both.

## Complete ${(largeParts.length * largeParts[0]) / GIB} GiB

${measured.completion.toFixed(3)} s for ${largeParts.length} parts, through the API. The parts were put in their place by the bench as files without content: completion moves
a folder and copies no byte, so what they hold plays no part.
`
}

const read = (program, args) => spawnSync(program, args, { encoding: 'utf8' }).stdout.trim().replace(/\s+/g, ' ')

export function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
