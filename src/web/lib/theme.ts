import { useSyncExternalStore } from 'react'
import { stored } from '#web/ui/stored.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const STORAGE_KEY = 'theme'
const listeners = new Set<() => void>()
let current: Theme = 'system'

function storedTheme(): Theme {
  const text = stored.get(STORAGE_KEY)
  return THEMES.find((known) => known === text) ?? 'system'
}

/** styles.css has the colours of each theme; before-paint.ts does the same before the first paint. */
function apply(next: Theme): void {
  current = next
  const { dataset } = document.documentElement
  if (next === 'system') delete dataset.theme
  else dataset.theme = next
  for (const listener of listeners) listener()
}

export function chooseTheme(next: Theme): void {
  stored.set(STORAGE_KEY, next === 'system' ? null : next)
  apply(next)
}

/** Called once, when a page starts. A choice in one tab holds in all. */
export function startTheme(): void {
  apply(storedTheme())
  window.addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEY || key === null) apply(storedTheme())
  })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTheme = (): Theme =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => 'system',
  )
