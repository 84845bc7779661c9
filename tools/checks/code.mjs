// Forbidden code: SQL or markup built from text, text run as code, regular expressions with more than linear time, and queries of
// requests, trials and files for a person that don't say who sees them (src/server/access.ts).
// Migrations are fixed statements without input.
import { globSync, readFileSync } from 'node:fs'
import { parseSync } from '@swc/core'
import { analyse } from 'scslre'

const FORBIDDEN = {
  raw: { of: 'sql', why: 'SQL takes bound parameters only', except: 'src/server/adapters/db/migrations/' },
  dangerouslySetInnerHTML: { why: 'markup is never built from text' },
  innerHTML: { why: 'markup is never built from text' },
  outerHTML: { why: 'markup is never built from text' },
  insertAdjacentHTML: { why: 'markup is never built from text' },
  write: { of: 'document', why: 'markup is never built from text' },
}
const RUNS_TEXT = new Set(['eval', 'Function'])

const OF_CUSTOMERS = /(?:selectFrom|Join|from|join)(?:\('| )(?:analyses|trials|files)\b/
/** The conditions, and what loads a row with them. */
const SAYS_WHO_SEES =
  /\b(?:visibleTo|readableBy|begunBy|begunIn|readableMapsOf|loadAnalysis|lockAnalysis|lockRun|loadTrial|lockTrial|loadOwnTrial|lockOwnTrial|trialsOf|readableTrials?|studiesOf|loadMeasurement|visibleStudies|loadOpenUpload|loadUpload)\(/

const faults = []
let expressions = 0
const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.|\/testing\//.test(file))
for (const file of files) {
  const text = readFileSync(file, 'utf8')
  if (
    !file.includes('/synthetic/') &&
    OF_CUSTOMERS.test(text) &&
    /import .*\bActor\b/.test(text) &&
    !SAYS_WHO_SEES.test(text)
  )
    faults.push(`${file}: a query for a person takes a condition of src/server/access.ts, or a row loaded with one`)
  const module = parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2024' })
  walk(module, (node) => {
    const fault = faultOf(node, file)
    if (fault) faults.push(`${file}: ${fault}`)
  })
}
process.stdout.write(`${files.length} files, ${expressions} regular expressions\n`)
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`)
  process.exit(1)
}

function walk(node, visit) {
  if (Array.isArray(node)) for (const inner of node) walk(inner, visit)
  else if (node !== null && typeof node === 'object') {
    visit(node)
    for (const inner of Object.values(node)) if (inner !== null && typeof inner === 'object') walk(inner, visit)
  }
}

function faultOf(node, file) {
  if (node.type === 'RegExpLiteral') return slownessOf(node)
  if (node.type === 'CallExpression' && RUNS_TEXT.has(node.callee.value))
    return `${node.callee.value} runs text as code`
  if (node.type === 'NewExpression' && RUNS_TEXT.has(node.callee.value))
    return `new ${node.callee.value} runs text as code`
  if (node.type === 'NewExpression' && node.callee.value === 'RegExp')
    return 'an expression built from text escapes this check; write it as a literal'
  if (node.type === 'JSXAttribute') return forbidden(file, node.name.value)
  if (node.type === 'MemberExpression') return forbidden(file, node.property.value, node.object.value)
  return undefined
}

function forbidden(file, name, owner) {
  const rule = Object.hasOwn(FORBIDDEN, name ?? '') ? FORBIDDEN[name] : undefined
  if (!rule || (rule.of && rule.of !== owner) || (rule.except && file.startsWith(rule.except))) return undefined
  return `${owner ? `${owner}.` : ''}${name}: ${rule.why}`
}

function slownessOf({ pattern, flags }) {
  expressions += 1
  const { reports } = analyse({ source: pattern, flags })
  if (reports.length === 0) return undefined
  return `/${pattern}/${flags} is slow: ${reports.map(({ type, character }) => `${type} at ${character.pick}`).join(', ')}`
}
