// Everything that must hold, in the order of what fails fastest; ends with the line 'N passed, N failed'.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureBuilt, ensureInstalled, findNode, launch, packageBin, ROOT, say } from './launch.mjs'

const RESULTS = join(ROOT, '.cache/results')
const withBrowser = !process.argv.includes('--no-browser')

const checks = [
  ['format', '@biomejs/biome', 'bin/biome', ['ci', '--colors=off', '.']],
  ['lint', 'oxlint', 'bin/oxlint', ['--type-aware']],
  ...['src/domain', 'src/contract', 'src/transfer', 'src/cli', 'src/server', 'src/web', 'tsconfig.tests.json'].map(
    (room) => [`types of ${room}`, 'typescript', 'bin/tsc', ['-p', room]],
  ),
  ['arrows', 'dependency-cruiser', 'bin/dependency-cruiser.mjs', ['src', 'e2e', '--config', '.dependency-cruiser.cjs']],
  ['dead code', 'knip', 'bin/knip.js', []],
  ['paths named in docs', null, 'tools/check-docs.mjs', []],
  ['weight of the pages', null, 'tools/check-budget.mjs', []],
  ['coverage of the specification', null, 'tools/check-coverage.mjs', []],
]

await launch(async () => {
  const started = Date.now()
  ensureInstalled()
  const node = findNode()
  rmSync(RESULTS, { recursive: true, force: true })
  mkdirSync(RESULTS, { recursive: true })
  const total = { passed: 0, failed: 0 }
  ensureBuilt(node)

  for (const [name, owner, file, args] of checks) {
    const { code, output } = await run(node, [owner ? packageBin(owner, file) : String(file), ...args])
    say(`${code === 0 ? 'ok  ' : 'FAIL'} ${String(name)}`)
    if (code !== 0) say(output)
    total[code === 0 ? 'passed' : 'failed'] += 1
  }

  await suite(total, 'unit, feature and HTTP tests', {
    command: [
      node,
      packageBin('vitest', 'vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${RESULTS}/vitest.json`,
    ],
    count: () => {
      const { numPassedTests, numTotalTests } = readJson('vitest.json')
      return { passed: numPassedTests, failed: numTotalTests - numPassedTests }
    },
  })
  if (withBrowser) {
    const chromium = ensureChromium(node)
    await suite(total, 'browser tests', {
      command: [node, packageBin('@playwright/test', 'cli.js'), 'test'],
      env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: `${RESULTS}/playwright.json` },
      count: () => {
        const { expected, unexpected, flaky, skipped } = readJson('playwright.json').stats
        return { passed: expected, failed: unexpected + flaky + skipped }
      },
    })
  }
  say(`\nTook ${Math.round((Date.now() - started) / 1000)} s`)
  say(`${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed === 0 ? 0 : 1)
})

/** A suite that ends badly without naming a failed test counts as one failure. */
async function suite(total, name, { command: [program, ...args], env, count }) {
  say(`\n${name}`)
  const { code } = await run(program, args, { env, show: true })
  let counted = { passed: 0, failed: 0 }
  try {
    counted = count()
  } catch {
    say(`${name} left no results`)
  }
  total.passed += counted.passed
  total.failed += counted.failed || (code === 0 ? 0 : 1)
}

function run(program, args, { env = {}, show = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning', FORCE_COLOR: '0', ...env },
    })
    let output = ''
    child.stdout?.on('data', (text) => (output += text))
    child.stderr?.on('data', (text) => (output += text))
    child.on('close', (code) => resolve({ code, output }))
  })
}

function readJson(name) {
  return JSON.parse(readFileSync(join(RESULTS, name), 'utf8'))
}
