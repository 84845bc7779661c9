import { useCallback, useEffect, useState } from 'react'
import { days } from '#domain/units.ts'

const COOKIE = 'sidebar'
const MAX_AGE_SECONDS = days(7) / 1000

const isStoredCollapsed = (): boolean => document.cookie.split('; ').includes(`${COOKIE}=collapsed`)

function store(collapsed: boolean): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // oxlint-disable-next-line unicorn/no-document-cookie -- not every browser has the Cookie Store API
  document.cookie = `${COOKIE}=${collapsed ? 'collapsed' : 'open'}; Max-Age=${MAX_AGE_SECONDS}; Path=/; SameSite=Lax${secure}`
}

const isPhone = (): boolean => matchMedia('(width < 768px)').matches

/** On wide screens the sidebar collapses, which is stored in a cookie. On phones it is a sheet. */
export function useSidebar() {
  const [collapsed, setCollapsed] = useState(isStoredCollapsed)
  const [sheetOpen, setSheetOpen] = useState(false)

  const toggle = useCallback(() => {
    if (isPhone()) return setSheetOpen((open) => !open)
    setCollapsed((before) => {
      store(!before)
      return !before
    })
  }, [])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      toggle()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [toggle])

  return { collapsed, sheetOpen, toggle, closeSheet: () => setSheetOpen(false) }
}
