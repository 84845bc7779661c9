import { useSyncExternalStore } from 'react'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const STORAGE_KEY = 'theme'
const listeners = new Set<() => void>()
let current: Theme = 'system'

const themeFrom = (text: string | null): Theme => THEMES.find((known) => known === text) ?? 'system'

function stored(): Theme {
  try {
    return themeFrom(localStorage.getItem(STORAGE_KEY))
  } catch {
    // Without storage a choice lasts as long as the page.
    return current
  }
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
  try {
    if (next === 'system') localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, next)
  } catch {
    // As above.
  }
  apply(next)
}

/** Called once, when a page starts. A choice in one tab holds in all. */
export function startTheme(): void {
  apply(stored())
  window.addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEY || key === null) apply(stored())
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
