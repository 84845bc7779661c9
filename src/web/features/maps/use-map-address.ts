import { useEffect, useEffectEvent, useState } from 'react'
import type { ReadyMap } from '#web/lib/raster-map/look.ts'
import { changed, useView } from '#web/lib/view.ts'
import { type MapState, readState, writeState } from './layers/map-state.ts'

/** Browsers let a page change its address some hundred times in half a minute; a slider does it on every step. */
const SETTLED_MS = 250

const NONE: Record<string, string | null> = {}

/** What the address says is shown. It follows changes without new entries, so that Back leaves the map. */
export function useMapAddress(maps: readonly ReadyMap[]): [MapState, (change: Partial<MapState>) => void] {
  const [address, show] = useView()
  const [changes, setChanges] = useState(NONE)
  const follow = useEffectEvent((made: Record<string, string | null>) => {
    const now = new URLSearchParams(window.location.search)
    if (changed(now, made).toString() !== now.toString()) show(made, { replace: true })
  })
  // Once the address says it, others may change it.
  if (changes !== NONE && changed(address, changes).toString() === address.toString()) setChanges(NONE)
  useEffect(() => {
    const timer = setTimeout(() => follow(changes), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [changes])
  const change = (next: Partial<MapState>) => setChanges((before) => ({ ...before, ...writeState(next) }))
  return [readState(changed(address, changes), maps), change]
}
