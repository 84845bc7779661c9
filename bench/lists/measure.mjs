// Run by ../lists.mjs.
import { join } from 'node:path'
import { log, ROOT } from '../../tools/lib/launch.mjs'
import { openBenchCluster, usingClient } from '../cluster.mjs'
import { numberOption, option } from '../options.mjs'
import { serveProduction } from '../processes.mjs'
import { describeMachine, median, publish, table } from '../report.mjs'
import { checkOut } from './check-out.mjs'
import { fill, PASSWORD, STAFF, staffEmail } from './data.mjs'

const REQUESTS = 1_000_000
const P99_MAX_MS = 50
const RATIO_MAX = 1.5
const TIMES = 200
const LOGIN_EVERY_MS = 5 * 60_000
const WARM_UPS = 20
/** Members of staff who call without a pause, for the number of calls a second. */
const AT_ONCE = 8
const BUSY_MS = 10_000
const SCRATCH = join(ROOT, '.cache/bench/lists')

const requests = numberOption('requests', REQUESTS)
/** A commit to be measured beside this one. */
const before = option('before')

/** The measured calls, by their names in the report. `pages` is how often Load More was pressed before. */
const REQUEST_LISTS = [
  { name: 'first page' },
  { name: 'page 1,000, by its cursor', pages: 999 },
  { name: 'rejected ones first', query: { first: 'REJECTED' } },
  { name: 'page 1,000 of that', query: { first: 'REJECTED' }, pages: 999 },
  { name: 'processed ones (7 of 10) first', query: { first: 'PROCESSED' } },
  ...[
    ['one customer, by name', 'NAME'],
    ['one customer, by the whole address', 'EMAIL'],
    ['a first name (1 in 26)', 'anna'],
    ['one file', 'FILE'],
    ['a crop (1 in 8)', 'wheat'],
    ['a project of this season', 'Maize_Nursery_2026'],
    ['a project of the oldest season', 'Winter Wheat 2021'],
    ['a whole season, years ago', '2022'],
    ['a month, years ago', '2022-03'],
    ['a day of flights, years ago', '2023-05-17'],
    ['a domain (1 in 5)', 'station-nord.example'],
    ['what stands in all', 'example'],
    ['one letter', 'a'],
    ['two letters', 'wi'],
    ['two letters that begin no word', 'qz'],
    ['a word that nobody has', 'zzyzx'],
    ['words that nobody has together', 'founders hohenheim'],
    ['a crop, rejected ones first', 'wheat', 'REJECTED'],
    ['a season years ago, rejected ones first', '2022', 'REJECTED'],
  ].map(([what, search, first]) => ({ name: `search: ${what}`, query: { search, ...(first && { first }) } })),
  ...Object.entries({
    'a project of the oldest season': { project: 'Winter Wheat 2021' },
    'a project that nobody has': { project: 'Winter Wheat 1921' },
    'nobody (1 in 10)': { assignee: 'nobody' },
    'me (1 in 66)': { assignee: 'me' },
    'nobody, processed ones first': { assignee: 'nobody', first: 'PROCESSED' },
    'a year': { fromDate: '2023-01-01T00:00:00Z', toDate: '2023-12-31T23:59:59Z' },
    'me, a project and a year': { assignee: 'me', project: 'Potato 2023', fromDate: '2023-01-01T00:00:00Z' },
    'me, and a search for a crop': { assignee: 'me', search: 'wheat' },
    'nobody, and a search for words that nobody has together': { assignee: 'nobody', search: 'founders hohenheim' },
  }).map(([what, query]) => ({ name: `filter: ${what}`, query })),
  { name: 'counts by status', path: '/admin-crop/countRequests' },
  {
    name: 'counts by status: me',
    path: '/admin-crop/countRequests',
    query: { assignee: 'me' },
  },
  { name: 'one request of the oldest season, by a link to it', id: 'ID' },
  { name: 'page 200 of the search for a crop', query: { search: 'wheat' }, pages: 199 },
]
const USER_LISTS = [
  { name: 'first page' },
  { name: 'page 1,000, by its cursor', pages: 999 },
  { name: 'rejected ones', search: { status: 2 } },
  { name: 'search: one address', search: { email: 'EMAIL' } },
  { name: 'search: a domain (1 in 5)', search: { email: 'uni-hohenheim.example' } },
  { name: 'search: a domain of the first ones only (1 in 10)', search: { email: 'founders.example' } },
  { name: 'search: a first name (1 in 26)', search: { fullName: 'anna' } },
  { name: 'search: one letter', search: { fullName: 'a' } },
  { name: 'search: two letters', search: { fullName: 'el' } },
  { name: 'search: a word that nobody has', search: { fullName: 'zzyzx' } },
]

const { cluster, end } = await openBenchCluster(SCRATCH)
try {
  const versions = [await prepare('now', ROOT), ...(before ? [await prepare('before', checkOut(before))] : [])]
  const [{ version, sizes, call }] = versions
  const measured = {
    requests: await measureAll(versions, (samples) => REQUEST_LISTS.map((list) => requestList(list, samples))),
    users: await measureAll(versions, (samples) => USER_LISTS.map((list) => userList(list, samples))),
  }
  const busy = await measureBusy(call)
  const machine = describeMachine({ folder: SCRATCH, servers: [{ name: 'PostgreSQL', version }] })
  const text = toMarkdown({ machine, sizes, measured, busy })
  publish(text, { name: 'lists', isWhole: requests === REQUESTS })
  const all = Object.values(measured).flat()
  process.exitCode = all.every(({ p99, ratio }) => p99 < P99_MAX_MS && ratio <= RATIO_MAX) ? 0 : 1
} finally {
  await end()
}

/** A server of the version in `cwd` with a filled database, ready for calls. */
async function prepare(name, cwd) {
  await cluster.run(`create database ${name}`)
  const url = await serveProduction({ databaseUrl: cluster.urlOf(name), scratch: SCRATCH, cwd })
  log(`Filling in ${requests.toLocaleString('en')} requests`)
  const filled = await usingClient(cluster.urlOf(name), (client) => fill(client, { requests }))
  return { ...filled, call: openCalls(url) }
}

/** Calls by one member of staff after the other, each from another address, so that none exceeds the rate limit. */
function openCalls(url) {
  const request = async (turn, { method = 'GET', path, body, token }) => {
    const headers = {
      'x-forwarded-for': `10.0.0.${(turn % STAFF) + 1}`,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    }
    const started = performance.now()
    const response = await fetch(`${url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const answer = await response.json()
    const milliseconds = performance.now() - started
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.message}`)
    return { answer, milliseconds }
  }
  const tokens = []
  /** Filling in another version takes longer than a token is valid. */
  const tokenOf = async (turn) => {
    const known = tokens[turn % STAFF]
    if (known && performance.now() - known.at < LOGIN_EVERY_MS) return known.token
    const body = { email: staffEmail(turn % STAFF), password: PASSWORD }
    const { answer } = await request(turn, { method: 'POST', path: '/auth/login', body })
    tokens[turn % STAFF] = { token: answer.data.accessToken, at: performance.now() }
    return answer.data.accessToken
  }
  let turns = 0
  return async (wanted) => {
    turns += 1
    const turn = turns
    return request(turn, { ...wanted, token: await tokenOf(turn) })
  }
}

function requestList({ name, query = {}, pages = 0, id, path: called = '/admin-crop/getAllRequests' }, samples) {
  if (id) return { name, pages, at: () => ({ path: `/admin-crop/request?analysisRequestId=${samples[id]}` }) }
  const search = query.search && { search: samples[query.search] ?? query.search }
  const path = (after) => `${called}?${new URLSearchParams({ ...query, ...search, ...(after && { after }) })}`
  return { name, pages, at: (after) => ({ path: path(after) }) }
}

function userList({ name, search, pages = 0 }, samples) {
  if (!search)
    return { name, pages, at: (after) => ({ path: `/admin/getAllUsers?${new URLSearchParams(after && { after })}` }) }
  const searchReq = Object.fromEntries(Object.entries(search).map(([key, said]) => [key, samples[said] ?? said]))
  return { name, pages, at: () => ({ method: 'POST', path: '/admin/searchUsers', body: { searchReq } }) }
}

/** All lists in rotation, each in every version in turn, which take turns in being first, so that none has an advantage. */
async function measureAll(versions, listsFor) {
  const measured = []
  for (const { call, samples } of versions) measured.push({ call, lists: await openLists(call, listsFor(samples)) })
  for (let round = -WARM_UPS; round < TIMES; round += 1)
    for (const index of measured[0].lists.keys())
      for (const { call, lists } of round % 2 === 0 ? measured : measured.toReversed()) {
        const { answer, milliseconds } = await call(lists[index].place)
        const { total = 1, isTotalExact = true } = answer
        lists[index].found = `${total.toLocaleString('en')}${isTotalExact ? '' : '+'}`
        if (round >= 0) lists[index].times.push(milliseconds)
      }
  const [now, old] = measured
  const first = median(now.lists[0].times)
  return now.lists.map(({ name, found, times }, index) => {
    const p50 = median(times)
    const p50Before = old && median(old.lists[index].times)
    return { name, found, p50, p99: percentile99(times.toSorted((a, b) => a - b)), ratio: p50 / first, p50Before }
  })
}

/** Each list at the page that is measured. */
async function openLists(call, lists) {
  const opened = []
  for (const { name, pages, at } of lists) {
    let after
    for (let page = 0; page < pages; page += 1) after = (await call(at(after))).answer.next
    opened.push({ name, place: at(after), times: [] })
  }
  return opened
}

/** The first page of all requests, with many concurrent callers. */
async function measureBusy(call) {
  const until = performance.now() + BUSY_MS
  const times = []
  const ask = async () => {
    while (performance.now() < until) times.push((await call({ path: '/admin-crop/getAllRequests' })).milliseconds)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  const sorted = times.toSorted((a, b) => a - b)
  return { perSecond: times.length / (BUSY_MS / 1000), p50: median(sorted), p99: percentile99(sorted) }
}

function percentile99(sorted) {
  return sorted[Math.ceil(sorted.length * 0.99) - 1]
}

function toMarkdown({ machine, sizes, measured, busy }) {
  const rows = (lists) =>
    lists.map(({ name, found, p50, p99, ratio, p50Before }) => [
      name,
      found,
      p50.toFixed(1),
      p99 < P99_MAX_MS ? p99.toFixed(1) : `**${p99.toFixed(1)}**`,
      ratio <= RATIO_MAX ? ratio.toFixed(2) : `**${ratio.toFixed(2)}**`,
      ...(before ? [p50Before.toFixed(1), (p50 / p50Before).toFixed(2)] : []),
    ])
  const beside = before ? [`median at ${before.slice(0, 7)}, ms`, 'times that'] : []
  const head = ['list', 'found', 'median, ms', 'p99, ms', 'times the first page', ...beside]
  return `# The lists of staff, measured

${new Date().toISOString().slice(0, 10)}, by \`npm run bench:lists\`. The product itself (\`serve\`, production) and PostgreSQL as it comes out of the box, both on this machine; one call after
another over HTTP, with its login, its limits and its 50 rows, ${TIMES} times each, the lists in turn. Demanded: p99 under ${P99_MAX_MS} ms, median at most ${RATIO_MAX} times that
of the first page. **Bold** is missed.

${table(['what', 'is'], [...machine, ...sizes])}

## Requests

${table(head, rows(measured.requests))}

## Users

${table(head, rows(measured.users))}

## Many at once

The first page of all requests, asked for by ${AT_ONCE} members of staff without a pause: ${busy.perSecond.toFixed(0)} calls a second, median ${busy.p50.toFixed(1)} ms, p99 ${busy.p99.toFixed(1)} ms.
The product, PostgreSQL and the clients share the processors.
`
}
