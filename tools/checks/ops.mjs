// Checks the files of ops/ without the programs that read them: they can be parsed, every setting in them exists, probes use
// existing addresses, and there is enough time to drain.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { parseAllDocuments } from 'yaml'

/** Settings of the other programs in the compose file. */
const FOREIGN = new Set(['SITE'])
const DRAIN_SECONDS = 30

const settings = new Set(
  [...readFileSync('src/server/config/config.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(
    ([, name]) => name,
  ),
)
const faults = []
for (const file of globSync('ops/**/*.{yaml,yml}')) checkYaml(file)
for (const file of [
  'ops/container/example.env',
  'ops/systemd/skyfurrow.service',
  'ops/container/Dockerfile',
  'ops/nginx/skyfurrow.conf',
])
  checkNames(file, namesIn(readFileSync(file, 'utf8')))
tryProgram('kubectl', ['kustomize', 'ops/kubernetes'])
tryProgram('systemd-analyze', ['verify', 'ops/systemd/skyfurrow.service'])

if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`)
  process.exit(1)
}

function checkYaml(file) {
  for (const document of parseAllDocuments(readFileSync(file, 'utf8'), { merge: true })) {
    faults.push(...document.errors.map(({ message }) => `${file}: ${message}`))
    walk(document.toJS(), (node) => {
      checkNames(file, [
        ...(Array.isArray(node.env) ? node.env.map(({ name }) => name) : []),
        ...(isRecord(node.environment) ? Object.keys(node.environment) : []),
        ...(['ConfigMap', 'Secret'].includes(node.kind) ? Object.keys(node.data ?? node.stringData) : []),
      ])
      const probed = node.httpGet?.path
      if (probed && !['/healthz', '/readyz'].includes(probed)) faults.push(`${file}: no endpoint at ${probed}`)
      const grace =
        node.terminationGracePeriodSeconds ?? (node.stop_grace_period && Number.parseInt(node.stop_grace_period, 10))
      if (grace !== undefined && grace <= DRAIN_SECONDS) faults.push(`${file}: ${grace} s are too short to drain`)
    })
  }
}

function checkNames(file, names) {
  for (const name of names)
    if (!settings.has(name) && !FOREIGN.has(name)) faults.push(`${file}: unknown setting ${name}`)
}

function namesIn(text) {
  const lines = text.split('\n').map((line) => line.replace(/^(Environment=|ENV )/, ''))
  return lines.flatMap((line) => [...line.matchAll(/(?:^|\s)([A-Z][A-Z0-9_]+)=/g)].map(([, name]) => name))
}

function walk(node, visit) {
  if (node === null || typeof node !== 'object') return
  if (isRecord(node)) visit(node)
  for (const inner of Object.values(node)) walk(inner, visit)
}

function isRecord(node) {
  return node !== null && typeof node === 'object' && !Array.isArray(node)
}

/** The programs themselves check their files where they are installed. */
function tryProgram(program, args) {
  const { error, status, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (error) process.stdout.write(`${program} is not installed, so its files were not checked\n`)
  else if (status !== 0) faults.push(`${program} ${args.join(' ')}: ${stderr}`)
}
