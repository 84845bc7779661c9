import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window is like that, such as '(width < 768px)'. */
function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

export const usePhone = (): boolean => useMedia('(width < 768px)')

/** Too narrow for layers, a map and an inspector. */
export const useNarrowScreen = (): boolean => useMedia('(width < 1100px)')

/** Wide enough for a map and a table side by side. */
export const useWideScreen = (): boolean => useMedia('(width >= 1600px)')
