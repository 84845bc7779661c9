import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { fakeFetch, network } from './network.ts'

// Only ends what would never come, also on a busy machine.
configure({ asyncUtilTimeout: 40_000 })

// Popovers are shown all the time here: what opens them is for the browser.
Object.assign(HTMLElement.prototype, { showPopover() {}, hidePopover() {}, togglePopover() {} })

beforeEach(() => {
  vi.stubGlobal('fetch', fakeFetch)
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  const unanswered = network.unanswered()
  network.reset()
  if (unanswered.length > 0) throw new Error(`The test says nothing about ${unanswered.join(', ')}`)
})
