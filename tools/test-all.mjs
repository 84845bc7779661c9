// Everything there is: `npm test` with all slow slices, and what takes long by its nature. Goes on after a failure; ends with what passed and what failed.
import { launch, log } from './lib/launch.mjs'
import { prepareSuites, run, vitestArgs } from './lib/suites.mjs'

const RESULTS = '.cache/results-all'
/** The heavy tests that show no fault of the matrix; the others are part of `npm run faults`. */
const HEAVY = [...vitestArgs(`${RESULTS}/vitest.json`), 'heavy', '-t', '^(?!F\\d)', '--passWithNoTests']

const STEPS = [
  { name: 'npm test', args: ['tools/test.mjs', '--all'] },
  { name: 'npm run faults', args: ['tools/tests/faults.mjs'] },
  { name: 'heavy tests', args: HEAVY, env: { FAULTS: 'full' } },
  { name: 'npm run crash', args: ['tools/tests/kill-loop.mjs'] },
  { name: 'npm run drill', args: ['tools/tests/restore-drill.mjs'] },
  { name: 'npm run fuzz', args: ['tools/tests/fuzz.mjs'] },
  { name: 'npm run test:s3', args: ['tools/test-s3.mjs'] },
]

await launch(async () => {
  const node = prepareSuites(RESULTS)
  const outcomes = []
  for (const { name, args, env } of STEPS) {
    log(`\n=== ${name}`)
    const started = Date.now()
    const { code } = await run(node, args, { env, show: true })
    outcomes.push({ name, isGood: code === 0, seconds: Math.round((Date.now() - started) / 1000) })
  }
  const failed = outcomes.filter(({ isGood }) => !isGood)
  log('')
  for (const { name, isGood, seconds } of outcomes) log(`${isGood ? 'ok  ' : 'FAIL'} ${name}, ${seconds} s`)
  log(`${outcomes.length - failed.length} passed, ${failed.length} failed`)
  process.exit(failed.length === 0 ? 0 : 1)
})
