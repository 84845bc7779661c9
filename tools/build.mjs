// Builds the web application: the scripts for the browser, every page as HTML, and compressed copies of text files. Run by
// launch.mjs under a suitable Node; its argument is the output folder.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

if (!process.argv[2]) throw new Error('Usage: node tools/build.mjs <folder>')
const target = resolve(process.argv[2])
const web = `${target}.${process.pid}.new`
const rendering = `${target}.${process.pid}.prerender`
const NEEDS_PROGRAM =
  '<noscript><p>This screen needs JavaScript. The <a href="/">public pages</a> can be read without it.</p></noscript>'
const replaced = `${target}.${process.pid}.old`

try {
  const input = ['main.tsx', 'public-entry.ts', 'before-paint.ts'].map((file) => `src/web/${file}`)
  await build({ logLevel: 'warn', build: { outDir: web, rolldownOptions: { input } } })
  await build({
    logLevel: 'warn',
    build: {
      outDir: rendering,
      ssr: true,
      manifest: false,
      copyPublicDir: false,
      rolldownOptions: { input: 'src/web/prerender/site.ts', output: { codeSplitting: true } },
    },
  })
  const { buildSite } = await import(pathToFileURL(join(rendering, 'site.js')).href)
  const { pages, texts } = await buildSite()
  const programs = writePages(pages)
  rmSync(join(web, '.vite'), { recursive: true })
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(web, file), text)
  await compressTexts(join(web, 'assets'))
  mkdirSync(dirname(target), { recursive: true })
  rmSync(replaced, { recursive: true, force: true })
  moveAway(target, replaced)
  renameSync(web, target)
  // For tools/checks/budget.mjs.
  writeFileSync(`${target}.programs.json`, JSON.stringify(programs, null, 2))
} finally {
  for (const folder of [web, rendering, replaced]) rmSync(folder, { recursive: true, force: true })
}

function writePages(pages) {
  const manifest = JSON.parse(readFileSync(join(web, '.vite/manifest.json'), 'utf8'))
  const template = readFileSync('src/web/index.html', 'utf8').replace(/ *<script .*\n/, '')
  // Optional fonts (src/web/fonts.css) are used when they come in time.
  const fonts = readdirSync(join(web, 'assets')).filter((name) => /-latin-(600|wght)-normal-.*\.woff2$/.test(name))
  const programs = {}
  for (const { file, path, head, body, sources } of pages) {
    const isDrawn = body !== undefined
    const entry = neededFor(manifest, [isDrawn ? 'public-entry.ts' : 'main.tsx'])
    const whole = neededFor(
      manifest,
      isDrawn ? ['public-entry.ts', 'hydrate.tsx', ...sources] : ['main.tsx', ...sources],
    )
    programs[path] = { isDrawn, files: whole.program }
    const [first, ...rest] = isDrawn ? entry.program : whole.program
    const lines = [
      `<script src="/${manifest['before-paint.ts'].file}"></script>`,
      ...entry.styles.map((name) => `<link rel="stylesheet" href="/${name}">`),
      ...fonts.map((name) => `<link rel="preload" href="/assets/${name}" as="font" type="font/woff2" crossorigin>`),
      // Prerendered content can be read before its scripts are loaded.
      ...rest.map(
        (name) => `<link rel="modulepreload" href="/${name}" ${isDrawn ? 'fetchpriority="low" ' : ''}crossorigin>`,
      ),
      `<script type="module" src="/${first}" ${isDrawn ? 'fetchpriority="low" ' : ''}crossorigin></script>`,
      ...head,
    ]
    const html = template
      .replace(/<title>.*<\/title>/, () => lines.join('\n    '))
      .replace('<div id="root"></div>', () =>
        isDrawn ? `<div id="root" data-page="${path}">${body}</div>` : `<div id="root"></div>\n    ${NEEDS_PROGRAM}`,
      )
    mkdirSync(dirname(join(web, file)), { recursive: true })
    writeFileSync(join(web, file), html)
  }
  return programs
}

/** The files that the browser loads for these sources, with their imports, starting with the entry of the program. */
function neededFor(manifest, sources) {
  const chunks = new Set()
  const add = (key) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build has no ${key}: does a route name the wrong file?`)
    if (chunks.has(chunk)) return
    chunks.add(chunk)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  for (const source of sources) add(source)
  const program = [...chunks].map(({ file }) => file)
  return { program, styles: [...new Set([...chunks].flatMap(({ css }) => css ?? []))] }
}

async function compressTexts(folder) {
  const names = readdirSync(folder).filter((name) => ['.js', '.css', '.svg'].includes(extname(name)))
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const text = readFileSync(path)
      writeFileSync(`${path}.br`, await promisify(brotliCompress)(text, quality))
      writeFileSync(`${path}.gz`, await promisify(gzip)(text, { level: 9 }))
    }),
  )
}

function moveAway(from, to) {
  try {
    renameSync(from, to)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}
