// Fails if the registry knows a high or critical advisory for an installed package. Exit code 75 means that the registry did
// not respond, which proves nothing.
import { spawnSync } from 'node:child_process'

const SKIPPED = 75

const { stdout, error } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', timeout: 60_000 })
const answer = read(stdout)
if (answer?.metadata === undefined) {
  const reason = answer?.message ?? error?.message ?? 'npm audit returned no result'
  process.stdout.write(`the registry returned no advisories: ${reason}\n`)
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
