import { useView } from '../view.ts'
import { useNarrowScreen, usePhone, useWideScreen } from './use-media.ts'

/** In percent of the height of the bench. */
export const [HALF, PHONE_HALF] = [40, 46]
const [LEAST, MOST] = [15, 85]

/** Which parts of a bench are open, as the address says. */
export function useBenchState({ tabIds, hasMap, hasInspector }: Shown) {
  const isPhone = usePhone()
  const isWide = useWideScreen()
  const isNarrow = useNarrowScreen()
  const [view, show] = useView()
  const asked = view.get('tab')
  const tab = asked !== null && tabIds.includes(asked) ? asked : null
  const drawer = view.get('drawer')
  const layers = view.get('layers')
  const mode: DrawerMode = hasMap ? modeOf(drawer, isWide && !isPhone) : 'full'
  const open = tab ?? (isPhone && asked === LAYERS ? LAYERS : isPhone && hasInspector ? INSPECTOR : null)
  // Without a map there is nothing but the drawer.
  const shown = open ?? (hasMap ? null : (tabIds[0] ?? null))
  return {
    isPhone,
    isWide,
    /** What the drawer shows; null while it is closed. */
    open: shown,
    mode,
    percent: mode === 'part' ? percentOf(drawer) : HALF,
    isNarrow,
    areLayersFolded: layers === 'folded' || (isNarrow && (hasInspector || (tab !== null && layers !== 'open'))),
    foldLayers: (isFolded: boolean) =>
      show({ layers: isFolded ? 'folded' : isNarrow ? 'open' : null }, { replace: true }),
    /** Null closes the drawer. */
    openTab: (id: string | null) => show({ tab: id === INSPECTOR ? null : id }),
    setDrawer: (to: DrawerMode | number) =>
      show({ drawer: to === 'part' || to === HALF ? null : String(to) }, { replace: true }),
  }
}

type Shown = { tabIds: readonly string[]; hasMap: boolean; hasInspector: boolean }

/** `side` puts it beside the map. */
export type DrawerMode = 'part' | 'full' | 'side'

/** On a phone these share the sheet with the tabs. */
export const LAYERS = 'layers'
export const INSPECTOR = 'inspector'

function modeOf(drawer: string | null, isWide: boolean): DrawerMode {
  if (drawer === 'full') return 'full'
  return drawer === 'side' && isWide ? 'side' : 'part'
}

function percentOf(drawer: string | null): number {
  const asked = Number(drawer ?? HALF)
  return Number.isFinite(asked) ? Math.min(MOST, Math.max(LEAST, asked)) : HALF
}

/** Where an edge that is let go at a height comes to rest: closed, at a height, or full. A sheet has one height between. */
export function restOf(percent: number, isPhone: boolean): 'closed' | 'full' | number {
  if (isPhone) return percent < PHONE_HALF / 2 ? 'closed' : percent > (100 + PHONE_HALF) / 2 ? 'full' : HALF
  if (percent < LEAST / 2) return 'closed'
  if (percent > MOST) return 'full'
  return Math.abs(percent - HALF) < 4 ? HALF : Math.round(Math.max(LEAST, percent))
}
