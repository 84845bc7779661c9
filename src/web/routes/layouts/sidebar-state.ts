import { useState } from 'react'
import { days } from '#domain/units.ts'
import { useModifiedKey } from '#web/ui/shortcuts.ts'

const COOKIE = 'sidebar'
const MAX_AGE_SECONDS = days(7) / 1000

/** Undefined where nothing is stored. */
function storedCollapsed(): boolean | undefined {
  const stored = document.cookie.split('; ').find((one) => one.startsWith(`${COOKIE}=`))
  return stored === undefined ? undefined : stored.endsWith('=collapsed')
}

function store(collapsed: boolean): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // oxlint-disable-next-line unicorn/no-document-cookie -- not every browser has the Cookie Store API
  document.cookie = `${COOKIE}=${collapsed ? 'collapsed' : 'open'}; Max-Age=${MAX_AGE_SECONDS}; Path=/; SameSite=Lax${secure}`
}

const isPhone = (): boolean => matchMedia('(width < 768px)').matches

/** On wide screens the sidebar collapses, which is stored in a cookie; without one it is collapsed beside a bench. On phones it is a sheet. */
export function useSidebar(isBench: boolean) {
  const [chosen, setChosen] = useState(storedCollapsed)
  const collapsed = chosen ?? isBench
  const [sheetOpen, setSheetOpen] = useState(false)

  const toggle = () => {
    if (isPhone()) return setSheetOpen((open) => !open)
    store(!collapsed)
    setChosen(!collapsed)
  }

  useModifiedKey('b', toggle)

  return { collapsed, sheetOpen, toggle, closeSheet: () => setSheetOpen(false) }
}
