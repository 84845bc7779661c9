// Known weaknesses of what is installed, as the registry knows them: none may be high or critical. Exit code 75 says
// that the registry gave no answer, which shows nothing.
import { spawnSync } from 'node:child_process'

const SKIPPED = 75

const { stdout, error } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', timeout: 60_000 })
const answer = read(stdout)
if (answer?.metadata === undefined) {
  const reason = answer?.message ?? error?.message ?? 'npm audit left no answer'
  process.stdout.write(`the registry could not be asked for advisories: ${reason}\n`)
  process.exit(SKIPPED)
}
const grave = Object.values(answer.vulnerabilities).filter(({ severity }) => ['high', 'critical'].includes(severity))
for (const { name, severity, range } of grave) process.stderr.write(`${name} ${range}: ${severity}\n`)
process.stdout.write(`${answer.metadata.dependencies.total} packages, ${grave.length} high or critical advisories\n`)
process.exit(grave.length === 0 ? 0 : 1)

function read(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
