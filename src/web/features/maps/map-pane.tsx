import type View from 'ol/View.js'
import { useEffect, useRef, useState } from 'react'
import { MapCaption } from './layers/map-caption.tsx'
import type { Base } from './layers/use-base.ts'
import { createMapController, type MapController, type ShownLayer } from './map-controller.ts'

type MapPaneProps = {
  label: string
  /** Shown in its corner. */
  caption: readonly string[]
  view: View
  layers: readonly ShownLayer[]
  base: Base | undefined
  /** A higher one asks again for tiles that could not be read. */
  attempt: number
  /** Must stay the same function. */
  onTileProblem: (error: unknown) => void
  /** Given once it is on the page, and null when it leaves. Must stay the same function. */
  onController?: (controller: MapController | null) => void
}

/** One map. Panes with the same view move together. */
export function MapPane({ label, caption, view, layers, base, attempt, onTileProblem, onController }: MapPaneProps) {
  const target = useRef<HTMLDivElement>(null)
  const [controller, setController] = useState<MapController | null>(null)
  useEffect(() => {
    const created = target.current && createMapController(target.current, view, onTileProblem)
    setController(created)
    onController?.(created)
    return () => {
      onController?.(null)
      setController(null)
      created?.close()
    }
  }, [view, onTileProblem, onController])
  useEffect(() => controller?.show(layers), [controller, layers])
  useEffect(() => {
    if (!controller || !base) return undefined
    const gone = new AbortController()
    const add = async () => {
      const { createBaseMap } = await import('./layers/base-map.ts')
      if (!gone.signal.aborted) gone.signal.addEventListener('abort', controller.setBase(createBaseMap(base)))
    }
    add().catch(onTileProblem)
    return () => gone.abort()
  }, [controller, base, onTileProblem])
  useEffect(() => {
    if (attempt > 0) controller?.reload()
  }, [controller, attempt])
  return (
    <div
      ref={target}
      role="application"
      aria-label={`${label}. Arrow keys move it, plus and minus zoom.`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys move it
      tabIndex={0}
      className="relative min-h-0 min-w-0 grow basis-0 touch-none overflow-hidden bg-sunken focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus"
    >
      <MapCaption lines={caption} style={{ left: '0.5rem', maxWidth: 'calc(100% - 3.5rem)' }} />
    </div>
  )
}
