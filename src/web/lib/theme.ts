import { useSyncExternalStore } from 'react'
import { observable } from '#transfer/observable.ts'
import { stored } from '#web/ui/stored.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const STORAGE_KEY = 'theme'
const shown = observable<Theme>('system')

function storedTheme(): Theme {
  const text = stored.get(STORAGE_KEY)
  return THEMES.find((known) => known === text) ?? 'system'
}

/** styles.css has the colours of each theme; before-paint.ts does the same before the first paint. */
function apply(next: Theme): void {
  const { dataset } = document.documentElement
  if (next === 'system') delete dataset.theme
  else dataset.theme = next
  shown.set(next)
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

export const useTheme = (): Theme => useSyncExternalStore(shown.subscribe, shown.getSnapshot, () => 'system')
