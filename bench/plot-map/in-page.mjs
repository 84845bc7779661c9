// Runs in the page. Times are in milliseconds.

/** Before anything else of the page. */
export function prepare() {
  globalThis.nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  globalThis.framesUntil = async (isSo) => {
    const giveUp = performance.now() + 60_000
    // Drawing elsewhere begins in one of the next frames.
    for (let frames = 0; frames < 3; frames = isSo() ? frames + 1 : 0) {
      if (performance.now() > giveUp) throw new Error('What is measured did not happen within 60 s')
      await globalThis.nextFrame()
    }
  }
  globalThis.isPainted = (date = '') => {
    const map = document.querySelector('figure > svg, figure [role="application"]')
    return map?.closest('figure').ariaLabel.endsWith(date) && map.ariaBusy !== 'true'
  }
}

/** @returns the time from the navigation to the frame with all plots */
export async function untilPainted() {
  await globalThis.framesUntil(() => globalThis.isPainted())
  return performance.now()
}

/** @returns the time from the choice of a date to the frame with the plots of that date */
export async function changeDate({ date, said }) {
  const choice = document.querySelector(`input[type="radio"][value="${date}"]`)
  const started = performance.now()
  choice.click()
  await globalThis.framesUntil(() => globalThis.isPainted(said))
  return performance.now() - started
}

/** Counts the frames of the page until it is called again. @returns frames in a second */
export function countFrames() {
  if (globalThis.counting) {
    const { frames, started } = globalThis.counting
    globalThis.counting = undefined
    return (1000 * frames) / (performance.now() - started)
  }
  const counting = { frames: 0, started: performance.now() }
  globalThis.counting = counting
  const count = () => {
    if (globalThis.counting !== counting) return
    counting.frames += 1
    requestAnimationFrame(count)
  }
  requestAnimationFrame(count)
  return undefined
}
