// Starts the measured servers, and reads their costs from /proc.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../tools/lib/free-port.mjs'
import { ROOT, SERVER_ENV, SERVER_FLAGS } from '../tools/lib/launch.mjs'

const SAMPLE_MS = 50
const TICKS_PER_SECOND = Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout)
const children = new Set()

/** Starts a server and waits until it responds at the address, with any response. */
export async function startServer({ program, args, cwd, env = {}, url }) {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } })
  children.add(child)
  for (let tries = 0; tries < 240 && child.exitCode === null; tries += 1) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isUp) return child
    await wait(250)
  }
  throw new Error(`Nothing answers at ${url}`)
}

/** The product itself, as `npm start` runs it. `flags` and `env` are further ones of the process; `cwd` holds the version to run. */
async function startProduct({ node = process.execPath, cwd = ROOT, flags = [], env }) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = await startServer({
    program: node,
    args: [...SERVER_FLAGS, ...flags, 'src/server/main.ts', 'serve'],
    cwd,
    env: { ...SERVER_ENV, PORT: String(port), ...env },
    url: `${url}/readyz`,
  })
  return { url, child }
}

/** The product in production over a PostgreSQL, ready for calls. @returns its address */
export const serveProduction = async (of) => (await startProduction(of)).url

/** @returns its address and its id */
export async function startProduction({ databaseUrl, scratch, cwd, flags, env }) {
  const { url, child } = await startProduct({
    cwd,
    flags,
    env: {
      NODE_ENV: 'production',
      DATA_DIR: join(scratch, `data-${randomBytes(4).toString('hex')}`),
      DATABASE_URL: databaseUrl,
      SECRET_KEY: randomBytes(32).toString('hex'),
      MAIL_FOLDER: join(scratch, 'mail'),
      // Each caller may have their own address.
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'error',
      ...env,
    },
  })
  // While it migrates, another listener answers for it, and none for a moment between the two.
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) await wait(100)
  return { url, pid: child.pid }
}

/** The product as a developer runs it, with its accounts and no trial. @returns its address and its process */
export const startDevelopment = ({ node, folder, flags, env }) =>
  startProduct({
    node,
    flags,
    env: { NODE_ENV: 'development', DEMO_TRIAL: 'off', EXAMPLE_TRIAL: 'off', DATA_DIR: folder, ...env },
  })

/** @returns its address */
export async function serveDevelopment({ scratch, partBytes }) {
  const env = { ...(partBytes && { PART_BYTES: String(partBytes) }), LOG_LEVEL: 'error' }
  return (await startDevelopment({ folder: join(scratch, 'data'), env })).url
}

export async function stopServer(child) {
  children.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  const giveUp = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await once(child, 'exit')
  clearTimeout(giveUp)
}

export const stopAllServers = () => Promise.all([...children].map(stopServer))

/** The seconds of processor time that the process and its descendants have used, those that have ended among them. */
export const cpuSeconds = (pid) =>
  family(pid).reduce((sum, member) => {
    const ticks = statOf(member).slice(11, 15)
    return sum + ticks.reduce((total, one) => total + Number(one), 0)
  }, 0) / TICKS_PER_SECOND

export const memoryMiB = (pid) => residentMiB(family(pid))

/** What each process of the family has in memory; `shared` is its share where pages are shared. */
export const memoryOfEach = (pid) =>
  family(pid).map((member) => ({
    name: readOf(member, 'cmdline').split('\0')[0],
    resident: residentMiB([member]),
    shared: Number(/^Pss:\s+(\d+) kB$/m.exec(readOf(member, 'smaps_rollup'))?.[1] ?? 0) / 1024,
  }))

/** The maximum of many samples during the work. */
export async function peakMemoryMiB(pid, work) {
  const members = family(pid)
  let peak = 0
  const sampling = setInterval(() => (peak = Math.max(peak, residentMiB(members))), 20)
  try {
    await work()
    return peak
  } finally {
    clearInterval(sampling)
  }
}

function residentMiB(pids) {
  const sizes = pids.map((pid) => /^VmRSS:\s+(\d+) kB$/m.exec(readOf(pid, 'status'))?.[1])
  return sizes.reduce((sum, kib) => sum + Number(kib ?? 0) / 1024, 0)
}

/** Waits until the process is idle, so that jobs after an upload are not measured with the next one. */
export async function untilIdle(pid) {
  for (let tries = 0; tries < 600; tries += 1) {
    const before = cpuSeconds(pid)
    await wait(500)
    if (cpuSeconds(pid) - before <= 0.02) return
  }
  throw new Error('The server does not come to rest')
}

/** The fields of /proc/<pid>/stat from the third on; the second, the name, may contain spaces. */
const statOf = (pid) => readOf(pid, 'stat').split(') ').at(-1).split(' ')

/** Empty when the process has ended. */
function readOf(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

function family(pid) {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), Number(statOf(name)[1])])
  const below = (of) => parents.filter(([, parent]) => parent === of).flatMap(([child]) => [child, ...below(child)])
  return [pid, ...below(pid)]
}

/** Runs a program to its end. @returns its time, processor time and the most memory it took at once. */
export async function runMeasured(program, args) {
  const started = performance.now()
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
  let [cpu, memory] = [0, 0]
  const sampling = setInterval(() => {
    const most = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
    // A process that has ended, but was not waited for, has no memory.
    if (most === undefined) return
    memory = Number(most) / 1024
    cpu = cpuSeconds(child.pid)
  }, SAMPLE_MS)
  const [code] = await Promise.race([once(child, 'exit'), once(child, 'error')])
  clearInterval(sampling)
  if (code !== 0) throw new Error(`\`${program} ${args.join(' ')}\` failed`)
  return { seconds: (performance.now() - started) / 1000, cpu, memory }
}
