// Measures the public pages as a phone on a slow line would load them: `npm run lighthouse`, or with some of their paths,
// and `--runs=1` for a quick look. Prints the median of each page and fails when one falls short.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ensureChromium } from './chromium.mjs'
import { freePort } from './free-port.mjs'
import { ensureBuilt, ensureInstalled, findNode, launch, NODE_FLAGS, packageBin, ROOT, say } from './launch.mjs'

const AT_LEAST = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 }
const TRIES = 3
const TIMES = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  SI: 'speed-index',
}

const args = process.argv.slice(2)
const runs = Number(args.find((arg) => arg.startsWith('--runs='))?.slice('--runs='.length) ?? 5)
const chosen = args.filter((arg) => arg.startsWith('/'))

await launch(async () => {
  ensureInstalled()
  const node = findNode()
  ensureBuilt(node)
  const scratch = mkdtempSync(join(tmpdir(), 'skyfurrow-lighthouse-'))
  const children = []
  const start = (program, programArgs, env = {}) => {
    const child = spawn(program, programArgs, { cwd: ROOT, stdio: 'ignore', env: { ...process.env, ...env } })
    children.push(child)
  }
  try {
    const [port, debugPort] = [await freePort(), await freePort()]
    const base = `http://127.0.0.1:${port}`
    start(node, [...NODE_FLAGS, 'src/server/main.ts', 'serve'], {
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      PORT: String(port),
      PUBLIC_URL: base,
      DATA_DIR: join(scratch, 'data'),
      MAIL_FOLDER: join(scratch, 'mail'),
    })
    start(ensureChromium(node), [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--remote-debugging-port=${debugPort}`,
      `--user-data-dir=${join(scratch, 'browser')}`,
      'about:blank',
    ])
    await answers(`${base}/readyz`)
    await answers(`http://127.0.0.1:${debugPort}/json/version`)
    const paths = chosen.length > 0 ? chosen : await publicPaths(base)
    const rows = []
    for (const path of paths) rows.push(await measure({ node, url: `${base}${path}`, path, debugPort }))
    console.table(Object.fromEntries(rows.map(({ path, ...row }) => [path, row])))
    const short = rows.flatMap(({ path, ...row }) =>
      Object.entries(AT_LEAST).flatMap(([name, least]) => (row[name] < least ? [`${path}: ${name} ${row[name]}`] : [])),
    )
    say(short.length > 0 ? `Short of the mark:\n${short.join('\n')}` : 'Every page reaches the mark.')
    process.exitCode = short.length > 0 ? 1 : 0
  } finally {
    await Promise.all(
      children.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return
        child.kill()
        await once(child, 'exit')
      }),
    )
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
  }
})

async function publicPaths(base) {
  const sitemap = await (await fetch(`${base}/sitemap.xml`)).text()
  return [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => new URL(address).pathname)
}

async function measure({ node, url, path, debugPort }) {
  const reports = []
  for (let run = 0; run < runs; run += 1) reports.push(await report(node, url, debugPort))
  const middle = (valueOf) => reports.map(valueOf).sort((a, b) => a - b)[Math.floor(runs / 2)]
  const audit = (id) => middle(({ audits }) => audits[id].numericValue)
  const scores = Object.keys(AT_LEAST).map((id) => [
    id,
    middle(({ categories }) => Math.round(categories[id].score * 100)),
  ])
  for (const fault of faultsOf(reports[0])) say(`${path}: ${fault}`)
  return {
    path,
    ...Object.fromEntries(scores),
    ...Object.fromEntries(Object.entries(TIMES).map(([name, id]) => [`${name} ms`, Math.round(audit(id))])),
    CLS: Number(audit('cumulative-layout-shift').toFixed(3)),
  }
}

/** What costs points outside performance, by name. */
function faultsOf({ categories, audits }) {
  return Object.values(categories)
    .filter(({ id }) => id !== 'performance')
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
    .map(({ id }) => `${id}: ${audits[id].title}`)
}

/** On a busy machine the browser now and then misses the start of a page. */
async function report(node, url, debugPort) {
  for (let tries = 1; ; tries += 1) {
    const found = await tryReport(node, url, debugPort)
    if (found) return found
    if (tries === TRIES) throw new Error(`Lighthouse failed on ${url}`)
  }
}

async function tryReport(node, url, debugPort) {
  const child = spawn(
    node,
    [
      packageBin('lighthouse', 'cli/index.js'),
      url,
      `--port=${debugPort}`,
      '--output=json',
      '--output-path=stdout',
      '--quiet',
      '--no-enable-error-reporting',
    ],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let text = ''
  child.stdout.on('data', (chunk) => (text += chunk))
  const [code] = await once(child, 'close')
  return code === 0 ? JSON.parse(text) : undefined
}

async function answers(url) {
  for (let tries = 0; tries < 240; tries += 1) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await wait(250)
  }
  throw new Error(`Nothing answers at ${url}`)
}
