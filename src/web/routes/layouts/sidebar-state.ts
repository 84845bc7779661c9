import { useCallback, useEffect, useState } from 'react'
import { days } from '#domain/units.ts'

const COOKIE = 'sidebar'
const LIFE_SECONDS = days(7) / 1000

const isRememberedAsCollapsed = (): boolean => document.cookie.split('; ').includes(`${COOKIE}=collapsed`)

function remember(collapsed: boolean): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store is not in every browser
  document.cookie = `${COOKIE}=${collapsed ? 'collapsed' : 'open'}; Max-Age=${LIFE_SECONDS}; Path=/; SameSite=Lax${secure}`
}

const isPhone = (): boolean => matchMedia('(width < 768px)').matches

/** Collapsed is for wide screens and remembered; the sheet is for phones and is not. */
export function useSidebar() {
  const [collapsed, setCollapsed] = useState(isRememberedAsCollapsed)
  const [sheetOpen, setSheetOpen] = useState(false)

  const toggle = useCallback(() => {
    if (isPhone()) return setSheetOpen((open) => !open)
    setCollapsed((before) => {
      remember(!before)
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
