// Runs in the page. Times are in milliseconds.

/** Before anything else of the page. */
export function prepare() {
  globalThis.nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  globalThis.framesUntil = async (isSo) => {
    const giveUp = performance.now() + 30_000
    while (!isSo()) {
      if (performance.now() > giveUp) throw new Error('What is measured did not happen within 30 s')
      await globalThis.nextFrame()
    }
    await globalThis.nextFrame()
  }
  globalThis.plotTable = () => document.querySelector('table[aria-rowcount]')
  globalThis.titles = () => [...document.querySelectorAll('table[aria-rowcount] th[scope="col"]')]
}

/** @returns the time from the navigation to the frame in which the first plot has a value in this column */
export async function untilShown(title) {
  const { framesUntil, plotTable, titles } = globalThis
  const isShown = () => {
    const at = titles().findIndex((one) => one.textContent === title)
    return at >= 0 && /\d/.test(plotTable().querySelector('tbody tr')?.children[at]?.textContent)
  }
  await framesUntil(isShown)
  return performance.now()
}

/** For words that leave another number of rows. @returns the time from the input to the frame that shows them */
export async function filterBy(words) {
  const { framesUntil, plotTable } = globalThis
  const field = document.querySelector('input[type="search"]')
  const rows = plotTable().getAttribute('aria-rowcount')
  const started = performance.now()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, words)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await framesUntil(() => plotTable().getAttribute('aria-rowcount') !== rows)
  return performance.now() - started
}

/** @returns the time from the click to the frame in the new order */
export async function sortBy(title) {
  const { framesUntil, titles } = globalThis
  const head = titles().find((one) => one.textContent.startsWith(title))
  const before = head.getAttribute('aria-sort')
  const started = performance.now()
  head.querySelector('button').click()
  await framesUntil(() => head.getAttribute('aria-sort') !== before)
  return performance.now() - started
}

/** @returns the longest frame of a way through all rows */
export async function scrollThrough() {
  const { nextFrame, plotTable } = globalThis
  const box = plotTable().parentElement
  const steps = 60
  let longest = 0
  let last = performance.now()
  for (let step = 1; step <= steps; step += 1) {
    box.scrollTop = (box.scrollHeight * step) / steps
    await nextFrame()
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }
  return longest
}
