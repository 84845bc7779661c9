import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { fakeFetch, network } from './network.ts'
import { PartRequest, parts } from './part-request.ts'

// Only ends what would never come, also on a busy machine.
configure({ asyncUtilTimeout: 40_000 })

// Popovers are shown all the time here: what opens them is for the browser.
Object.assign(HTMLElement.prototype, { showPopover() {}, hidePopover() {}, togglePopover() {} })

/** To look into an archive is for tests of that code: here it goes on for as long as a screen is open. */
class BusyWorker extends EventTarget {
  postMessage(): void {}
  terminate(): void {}
}

beforeEach(() => {
  vi.stubGlobal('fetch', fakeFetch)
  vi.stubGlobal('XMLHttpRequest', PartRequest)
  vi.stubGlobal('Worker', BusyWorker)
  // No file comes with a handle.
  vi.stubGlobal('FileSystemFileHandle', BusyWorker)
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  const unanswered = network.unanswered()
  network.reset()
  parts.reset()
  if (unanswered.length > 0) throw new Error(`The test says nothing about ${unanswered.join(', ')}`)
})
