// Takes a picture of every screen: starts the product on a scratch folder, fills it with examples, and visits each as the person it is
// for. npm run screens makes all of docs/screens again; with names only those: npm run screens -- uploading upload-dock. npm run screens --
// pictures makes the screens that public pages show.
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { ensureChromium } from '../lib/chromium.mjs'
import { startFarmNode } from '../lib/farm-node.mjs'
import { freePort } from '../lib/free-port.mjs'
import { ensureBuilt, findNode, launch, log, NODE_FLAGS, ROOT } from '../lib/launch.mjs'
import { writePicture } from '../lib/write-picture.mjs'
import { fillWithExamples } from './examples.mjs'
import { growTrials } from './field-trials.mjs'
import { openMailServer } from './mail-server.mjs'
import { PICTURES, SCREENS } from './screens.mjs'
import { writeIndex } from './write-index.mjs'

const OUT = join(ROOT, 'docs/screens')
const FAILED = join(ROOT, '.cache/screens-failed')
const MIB = 1024 * 1024
const HEIGHTS = { 375: 812, 768: 1024, 1024: 768, 1280: 800, 1920: 1080 }
/** Of the pictures of the public pages, and the size of a pixel in them. */
const PICTURE = { wide: [{ width: 1280, height: 800 }, 1.25], upright: [{ width: 375, height: 600 }, 2] }
const STILL_MAX_MS = 30_000
/** Longer pages are cut. */
const WHOLE_MAX = 6000

await launch(async () => {
  const wanted = process.argv.slice(2)
  const { base, codeTo, node, close } = await startProduct()
  const browser = await chromium.launch({
    executablePath: ensureChromium(findNode()),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
  })
  try {
    const failures = wanted.includes('pictures')
      ? await takePictures(browser, { base, ids: await growTrials(base, codeTo) })
      : await takeScreens(browser, { base, ids: await fillWithExamples(base, { codeTo, node }) }, wanted)
    for (const failure of failures) log(failure)
    if (failures.length > 0) process.exitCode = 1
  } finally {
    await browser.close()
    await close()
  }
})

async function startProduct() {
  const [mail, port, farm] = [await openMailServer(), await freePort(), await startFarmNode()]
  const data = join(ROOT, '.cache/screens-data')
  rmSync(data, { recursive: true, force: true })
  const node = findNode()
  ensureBuilt(node)
  const own = {
    NODE_ENV: 'development',
    PORT: String(port),
    PUBLIC_URL: '',
    DATA_DIR: data,
    PART_BYTES: String(8 * MIB),
    ENGINE_URLS: farm.url,
  }
  const server = spawn(node, [...NODE_FLAGS, 'src/server/main.ts', 'serve'], {
    cwd: ROOT,
    env: { ...process.env, ...own, SMTP_URL: mail.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  await new Promise((resolve, reject) => {
    server.stdout.on('data', (text) => String(text).includes('is ready') && resolve())
    void ended.then((code) => reject(new Error(`The product stopped with ${code}`)))
  })
  const close = async () => {
    server.kill('SIGTERM')
    await ended
    mail.close()
    farm.close()
  }
  return { base: `http://127.0.0.1:${port}`, codeTo: (email) => mail.codeTo(email), node: farm, close }
}

async function takeScreens(browser, product, wanted) {
  const screens = wanted.length > 0 ? SCREENS.filter(({ name }) => wanted.includes(name)) : SCREENS
  if (wanted.length === 0) rmSync(OUT, { recursive: true, force: true })
  mkdirSync(OUT, { recursive: true })
  const failures = []
  for (const size of [...new Set(screens.flatMap(({ sizes }) => sizes))].toSorted()) {
    const [width, colorScheme] = size.split('-')
    const viewport = { width: Number(width), height: HEIGHTS[width] }
    const ofSize = screens.filter(({ sizes }) => sizes.includes(size))
    await visitAll(
      browser,
      { ...product, viewport, colorScheme, screens: ofSize, failures, size },
      async (page, screen) => {
        // As a taller window, so that the sidebar is as long as the page.
        if (screen.whole) await page.setViewportSize({ ...viewport, height: await heightOf(page) })
        await sharp(await page.screenshot())
          .webp({ quality: 72, effort: 6 })
          .toFile(join(OUT, `${screen.name}-${size}.webp`))
        await page.setViewportSize(viewport)
      },
    )
  }
  const { count, bytes } = writeIndex(OUT, SCREENS)
  log(`${count} pictures, ${(bytes / MIB).toFixed(2)} MiB, in docs/screens`)
  return failures
}

async function takePictures(browser, product) {
  const failures = []
  const taken = new Map(PICTURES.map(({ name }) => [name, {}]))
  for (const [shape, [viewport, deviceScaleFactor]] of Object.entries(PICTURE))
    await visitAll(
      browser,
      { ...product, viewport, deviceScaleFactor, colorScheme: 'light', screens: PICTURES, failures, size: shape },
      async (page, { name }) => {
        taken.get(name)[shape] = await page.screenshot()
      },
    )
  for (const [name, { wide, upright }] of taken) if (wide && upright) await writePicture(wide, name, upright)
  return failures
}

/** Each person logs in once and stays in one tab, as people do: sessions of several tabs with one token would end each other. */
async function visitAll(browser, { base, ids, screens, failures, size, ...look }, take) {
  for (const person of new Set(screens.map(({ as }) => as))) {
    const { viewport, colorScheme, deviceScaleFactor } = look
    const options = { viewport, colorScheme, deviceScaleFactor, baseURL: base, reducedMotion: 'reduce' }
    const context = await browser.newContext(options)
    const page = await context.newPage()
    await page.goto('/about', { waitUntil: 'networkidle' })
    if (person) await logIn(page, person)
    for (const screen of screens.filter(({ as }) => as === person))
      try {
        await open(page, { ...screen, path: typeof screen.path === 'function' ? screen.path(ids) : screen.path })
        await take(page, screen)
        await screen.leave?.(page)
      } catch (error) {
        const seen = join(FAILED, `${screen.name}-${size}.png`)
        failures.push(`${screen.name}-${size}: ${error.message.split('\n', 1)[0]} (see ${seen})`)
        await page.screenshot({ path: seen })
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      }
    await context.close()
  }
}

async function open(page, { path, title, visit, isBusy = false }) {
  await page.goto(path)
  // A page follows events 5 s after it was loaded, which never end.
  await page.waitForLoadState('networkidle', { timeout: 4500 }).catch(() => undefined)
  await page.waitForFunction((wanted) => document.title.startsWith(wanted), title)
  await visit?.(page)
  if (!isBusy) await untilStill(page)
}

/** A step starts loads only in the frames after it, so one look says nothing. */
async function untilStill(page) {
  let stillFor = 0
  for (const until = Date.now() + STILL_MAX_MS; stillFor < 5; await page.waitForTimeout(100)) {
    stillFor = (await page.evaluate(isLoaded)) ? stillFor + 1 : 0
    if (Date.now() > until) throw new Error('Something is still being loaded')
  }
}

/** Runs in the page: nothing is loading, and every picture in view is there. */
function isLoaded() {
  // A map without a size is never drawn.
  const busy = document.querySelectorAll('[aria-busy="true"]')
  if ([...busy].some((element) => element.clientHeight > 0)) return false
  if (/^(Loading|Checking…)/m.test(document.body.innerText)) return false
  return [...document.images].every((image) => image.complete || image.loading === 'lazy')
}

/** Scrolls through the page, so that its lazy pictures are loaded, and returns its height. */
async function heightOf(page) {
  const height = await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 600) {
      scrollTo(0, y)
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    scrollTo(0, 0)
    // A picture that leaves the page meanwhile never answers.
    await Promise.race([
      Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))),
      new Promise((resolve) => setTimeout(resolve, 5000)),
    ])
    return document.body.scrollHeight
  })
  return Math.min(height, WHOLE_MAX)
}

async function logIn(page, { email, password }) {
  await page.goto('/log-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByText('Login successful!').waitFor()
}
