// One look at a map in a browser, from the navigation to it.
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { logIn } from '../product.mjs'
import { watchDrawing } from './watch-drawing.mjs'

const SIZE = { width: 1280, height: 900 }
const STILL_MS = 1500
const PAN_STEPS = 40
const INDICES = ['ExG', 'NGRDI', 'GLI', 'VARI', 'ExG']

export const openBrowser = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox', '--disable-gpu'] })

/** A new page that is signed in, as the demo customer unless another `person` is named; `line` throttles what it fetches. */
export async function openPage(browser, { url, person, line }) {
  const session = await logIn(url, person)
  const context = await browser.newContext({ viewport: SIZE })
  const page = await context.newPage()
  await page.goto(`${url}/robots.txt`)
  await page.evaluate(({ accessToken, refreshToken, idToken, ...user }) => {
    const tokens = { accessToken, refreshToken, idToken, tokensSavedAt: Date.now() }
    for (const [name, token] of Object.entries(tokens)) sessionStorage.setItem(name, String(token))
    localStorage.setItem('user', JSON.stringify({ ...user, message: null }))
  }, session)
  await page.addInitScript(watchDrawing)
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  if (line) await network.send('Network.emulateNetworkConditions', { offline: false, ...line })
  return { page, fetched: countBytes(network) }
}

/** Bytes on the line since the last call, of the map and of everything else. */
function countBytes(network) {
  const urls = new Map()
  let sums = { map: 0, requests: 0, other: 0 }
  network.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url))
  network.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    sums[isOfMap(urls.get(requestId)) ? 'map' : 'other'] += encodedDataLength
  })
  network.on('Network.loadingFinished', ({ requestId }) => {
    if (isOfMap(urls.get(requestId))) sums.requests += 1
  })
  return () => {
    const before = sums
    sums = { map: 0, requests: 0, other: 0 }
    return before
  }
}

const isOfMap = (url) => url?.includes('/storage/') ?? false

export async function firstView({ page, fetched }, address) {
  await page.goto(address, { waitUntil: 'commit' })
  await untilStill(page)
  const { firstDrawn, lastDrawn, tiles } = await page.evaluate(() => globalThis.drawing)
  return { first: firstDrawn, sharp: lastDrawn, tiles, ...fetched() }
}

/** From the whole map to at least a pixel of it for each of the screen. */
export async function zoomIn({ page, fetched }) {
  await reset(page, { isExact: true })
  const started = await page.evaluate(() => {
    const button = document.querySelector('[aria-label="Zoom in"]')
    for (let step = 0; step < 5; step += 1) button.click()
    return performance.now()
  })
  await untilStill(page)
  const { lastDrawn, tiles } = await page.evaluate(() => globalThis.drawing)
  return { sharp: lastDrawn - started, tiles, ...fetched() }
}

export async function panByKeys({ page, fetched }) {
  await reset(page)
  await page.getByRole('application').first().focus()
  for (let step = 0; step < PAN_STEPS; step += 1) {
    await page.keyboard.press(step % 2 === 0 ? 'ArrowRight' : 'ArrowDown')
    await wait(50)
  }
  return panned({ page, fetched })
}

export async function panByDragging({ page, fetched }) {
  await reset(page)
  const { x, y, width, height } = await page.getByRole('application').first().boundingBox()
  for (const [from, to] of [
    [0.8, 0.2],
    [0.8, 0.2],
  ]) {
    await page.mouse.move(x + width * from, y + height * from)
    await page.mouse.down()
    await page.mouse.move(x + width * to, y + height * to, { steps: PAN_STEPS })
    await page.mouse.up()
  }
  return panned({ page, fetched })
}

async function panned({ page, fetched }) {
  // Tiles are asked for once the map comes to rest.
  await page.evaluate(() => (globalThis.drawing.lastDrawn = performance.now()))
  await untilStill(page)
  const { tasks, gpu, tiles } = await page.evaluate(() => globalThis.drawing)
  return { tiles, ...fetched(), ...longest(tasks, gpu) }
}

/** From the choice to the first frame with it, as it is submitted and as the renderer has drawn it. */
export async function changeIndices({ page }) {
  const changes = []
  for (const id of INDICES) {
    await reset(page)
    const drawn = page.evaluate(changeIndex, id)
    changes.push(await drawn)
    await untilStill(page)
    const { tasks, gpu } = await page.evaluate(() => globalThis.drawing)
    Object.assign(changes.at(-1), longest(tasks, gpu))
  }
  return changes
}

/** In the page. */
function changeIndex(id) {
  const select = [...document.querySelectorAll('select')].find(({ options }) => options[0].value === 'colours')
  const prototype = WebGLRenderingContext.prototype
  const own = Object.getOwnPropertyDescriptor(prototype, 'drawElements')
  return new Promise((resolve) => {
    const started = performance.now()
    prototype.drawElements = function (...args) {
      Object.defineProperty(prototype, 'drawElements', own)
      this.drawElements(...args)
      const context = this
      setTimeout(() => {
        const submitted = performance.now() - started
        context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, new Uint8Array(4))
        resolve({ id, submitted, drawn: performance.now() - started })
      })
    }
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(select, id)
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

/** Frames are waited for only where tasks are not looked at: it holds the page. */
const reset = (page, { isExact = false } = {}) =>
  page.evaluate((exact) => {
    const lastDrawn = exact ? null : performance.now()
    Object.assign(globalThis.drawing, { tiles: 0, tasks: [], gpu: [], isExact: exact, lastDrawn })
  }, isExact)

/** Until nothing new was drawn for a while. */
const untilStill = (page) =>
  page.waitForFunction(
    (still) => performance.now() - (globalThis.drawing.lastDrawn ?? Number.POSITIVE_INFINITY) > still,
    STILL_MS,
    { polling: 100, timeout: 120_000 },
  )

/** The longest task, and how much of the worst one was not spent in calls of the GPU: that is ours. */
function longest(tasks, gpu) {
  const own = ([from, to]) =>
    to - from - gpu.reduce((sum, [start, end]) => sum + Math.max(0, Math.min(to, end) - Math.max(from, start)), 0)
  return {
    task: Math.max(0, ...tasks.map(([from, to]) => to - from)),
    ownTask: Math.max(0, ...tasks.map(own)),
    tasks: tasks.length,
  }
}
