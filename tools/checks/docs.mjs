// Every path of this repository in README, SECURITY and docs/, in backticks or as a link, must exist.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOTS = /^(src|docs|tools|e2e|bench|\.ci)\//
const faults = []

for (const file of ['README.md', 'SECURITY.md', ...globSync('docs/**/*.md')]) {
  const text = readFileSync(file, 'utf8').replace(/```[\s\S]*?```/g, '')
  for (const [, path] of text.matchAll(/`([\w./@-]+)`/g))
    if (ROOTS.test(path) && !existsSync(path)) faults.push(`${file}: ${path} does not exist`)
  for (const [, target] of text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g))
    if (!/^[a-z]+:/.test(target) && !existsSync(join(dirname(file), target)))
      faults.push(`${file}: broken link to ${target}`)
}
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`)
  process.exit(1)
}
