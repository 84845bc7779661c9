import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ReadyMap } from '#web/lib/raster-map/look.ts'
import { changed } from '#web/lib/view.ts'
import { type MapState, readState, writeState } from './layers/map-state.ts'

/** Browsers let a page change its address some hundred times in half a minute; a slider does it on every step. */
const SETTLED_MS = 250

/** What the address says is shown. It follows changes without new entries, so that Back leaves the map. */
export function useMapAddress(maps: readonly ReadyMap[]): [MapState, (change: Partial<MapState>) => void] {
  const [address, setAddress] = useSearchParams()
  const [changes, setChanges] = useState<Record<string, string | null>>({})
  const follow = useEffectEvent((made: Record<string, string | null>) => {
    // What else has changed in it meanwhile stays.
    const now = new URLSearchParams(window.location.search)
    const next = changed(now, made)
    if (next.toString() !== now.toString()) setAddress(next, { preventScrollReset: true, replace: true })
  })
  useEffect(() => {
    const timer = setTimeout(() => follow(changes), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [changes])
  const change = (next: Partial<MapState>) => setChanges((before) => ({ ...before, ...writeState(next) }))
  return [readState(changed(address, changes), maps), change]
}
