// Measures whether the time of an answer tells if an email has an account: `npm run attack`, or with a number of pairs. Run it on a
// quiet machine. Fails when the bodies differ, or when the times do: by a Mann-Whitney test, or by 5 ms in the middle.
import { spawn } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.mjs'
import { ensureInstalled, findNode, launch, NODE_FLAGS, ROOT, say } from './launch.mjs'
import { noteTrust } from './trust-note.mjs'

const PAIRS = Number(process.argv[2] ?? 400)
/** A demo account, which the server makes in development. */
const KNOWN = { email: 'customer@skyfurrow.example', password: 'Skyfurrow1!' }
/** Fewer than lead to a pause. */
const TRIES = 8
/** Pairs that are not measured. */
const WARM_UP = 10
/** Long enough for the work that a call leaves behind. */
const SETTLE_MS = 60

const SAME_TIMES = 0.01
const GAP_MAX_MS = 5

const newEmail = () => `${randomUUID()}@example.org`
const wrong = (email) => ({ email, password: 'Wrong-2026!' })
const median = (values) => values.toSorted((x, y) => x - y)[Math.floor(values.length / 2)]

await launch(async () => {
  ensureInstalled()
  const folder = mkdtempSync(join(tmpdir(), 'skyfurrow-attack-'))
  const port = await freePort()
  const server = await startServer(port, folder)
  const ask = askerFor(`http://127.0.0.1:${port}/api`)
  const notes = []
  const compare = async (what, one, other) => notes.push(await comparison(what, one, other))
  try {
    await compare('login with a wrong password: known and unknown email', knownLogins(ask), unknownLogins(ask))
    await compare(
      'login with a wrong password: unconfirmed and unknown',
      await unconfirmedLogins(ask),
      unknownLogins(ask),
    )
    await compare(
      'forgot-password: known and unknown email',
      () => ask('/auth/forgot-password', {}, `?email=${KNOWN.email}`),
      () => ask('/auth/forgot-password', {}, `?email=${newEmail()}`),
    )
  } finally {
    server.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  noteTrust('attack', { comparisons: notes })
  const told = notes.filter(
    ({ answers, p, medians: [a, b] }) => answers > 1 || p <= SAME_TIMES || Math.abs(a - b) >= GAP_MAX_MS,
  )
  for (const { what } of told) say(`The answer tells who has an account: ${what}`)
  process.exitCode = told.length > 0 ? 1 : 0
})

function askerFor(origin) {
  return async (path, body, query = '') => {
    const started = performance.now()
    const response = await fetch(origin + path + query, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    return { ms: performance.now() - started, status: response.status, text }
  }
}

/** A right login in between keeps the account from pausing; it is not measured. */
function knownLogins(ask) {
  let tries = 0
  return async () => {
    if (tries++ % TRIES === 0) await ask('/auth/login', KNOWN)
    return ask('/auth/login', wrong(KNOWN.email))
  }
}

function unknownLogins(ask) {
  let tries = 0
  let email = ''
  return () => {
    if (tries++ % TRIES === 0) email = newEmail()
    return ask('/auth/login', wrong(email))
  }
}

async function unconfirmedLogins(ask) {
  const emails = Array.from({ length: Math.ceil((PAIRS + WARM_UP) / TRIES) }, newEmail)
  for (const email of emails) await ask('/auth/register', { fullName: 'Anna Bauer', email, password: 'Furrow-2026!' })
  let tries = 0
  return () => ask('/auth/login', wrong(emails[Math.floor(tries++ / TRIES)]))
}

/** Interleaved, in random order within each pair. */
async function comparison(what, one, other) {
  const times = [[], []]
  const answers = new Set()
  for (let pair = 0; pair < PAIRS + WARM_UP; pair += 1) {
    const first = randomInt(2)
    for (const which of [first, 1 - first]) {
      await pause(SETTLE_MS)
      const { ms, status, text } = await (which === 0 ? one : other)()
      answers.add(`${status} ${text}`)
      if (pair >= WARM_UP) times[which].push(ms)
    }
  }
  const medians = times.map((list) => Number(median(list).toFixed(2)))
  const p = Number(mannWhitney(...times).toFixed(3))
  say(`${what}: medians ${medians.join(' and ')} ms, Mann-Whitney p = ${p}, ${answers.size} answer(s) (${PAIRS} pairs)`)
  return { what, pairs: PAIRS, medians, p, answers: answers.size }
}

/** Two-sided, by the normal approximation. */
function mannWhitney(a, b) {
  const ranked = [...a.map((ms) => [ms, 0]), ...b.map((ms) => [ms, 1])].sort((x, y) => x[0] - y[0])
  const rankSum = ranked.reduce((sum, [, group], at) => (group === 0 ? sum + at + 1 : sum), 0)
  const u = rankSum - (a.length * (a.length + 1)) / 2
  const z = (u - (a.length * b.length) / 2) / Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12)
  return 2 * (1 - normal(Math.abs(z)))
}

/** The distribution function of the normal distribution, to 7 digits (Abramowitz and Stegun 26.2.17). */
function normal(z) {
  const t = 1 / (1 + 0.2316419 * z)
  const tail = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429].reduce(
    (sum, factor, at) => sum + factor * t ** (at + 1),
    0,
  )
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail
}

async function startServer(port, folder) {
  const server = spawn(findNode(), [...NODE_FLAGS, 'src/server/main.ts', 'serve'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      LIMIT_FACTOR: '1000',
      PORT: String(port),
      DATA_DIR: folder,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve, reject) => {
    server.stdout.on('data', (text) => String(text).includes('is ready at') && resolve())
    server.once('exit', () => reject(new Error('The server did not start')))
  })
  return server
}
