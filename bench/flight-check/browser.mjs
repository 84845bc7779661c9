// The flight check of the upload dialog, as a customer sees it.
import { setTimeout as wait } from 'node:timers/promises'
import { longestTask } from '../longest-task.mjs'
import { openPage } from '../map-screen/look.mjs'

/** Until the map has its thumbnails. */
const AFTERWARDS_MS = 3000

/** Before anything else of the page: when the file was chosen, and what the worker says. */
function listen() {
  globalThis.checked = {}
  document.addEventListener('change', ({ target }) => {
    if (target.type === 'file') globalThis.checked.chosenAt = performance.now()
  })
  new BroadcastChannel('bench').addEventListener('message', ({ data }) => Object.assign(globalThis.checked, data))
}

/** In the worker, before its own script: what it reads of the file, and the first flight that it finds. */
function tell() {
  const channel = new BroadcastChannel('bench')
  const slice = Reflect.get(Blob.prototype, 'slice')
  const postMessage = self.postMessage.bind(self)
  let read = 0
  Blob.prototype.slice = function (from, to) {
    read += to - from
    return slice.call(this, from, to)
  }
  self.postMessage = (message, options) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
    if (message.flight) channel.postMessage({ flight: JSON.stringify(message.flight), read })
    postMessage(message, options)
  }
}

/** In a new browser profile. @returns the time to the verdict and the longest task in milliseconds, the bytes read, and the flight */
export async function checkInBrowser(browser, { url, path }) {
  const { page } = await openPage(browser, { url })
  try {
    await page.addInitScript(listen)
    await page.route('**/assets/check-worker*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `(${String(tell)})();${await response.text()}` })
    })
    await page.goto(`${url}/my-dashboard`)
    await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Upload Project Details' })
    await dialog.getByLabel('Project Name').selectOption('Soybean Yield Trial')
    await dialog.getByLabel('3D Model').check()
    let verdictAt
    const task = await longestTask(browser, page, async () => {
      await dialog.getByLabel('Image archive').setInputFiles(path)
      await dialog.getByRole('list', { name: 'What was found' }).waitFor({ timeout: 120_000 })
      verdictAt = await page.evaluate(() => performance.now())
      await dialog.locator('[role=application][aria-busy=false]').waitFor()
      await wait(AFTERWARDS_MS)
    })
    const { chosenAt, flight, read } = await page.evaluate(() => globalThis.checked)
    return { seconds: (verdictAt - chosenAt) / 1000, task, read, flight }
  } finally {
    await page.context().close()
  }
}
