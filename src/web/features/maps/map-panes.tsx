import { type ComponentProps, useEffect } from 'react'
import { displayName } from '#domain/display-names.ts'
import type { ReadyMap } from '#web/lib/raster-map/look.ts'
import { MapCaption } from './layers/map-caption.tsx'
import { accuracyOf, captionOf } from './layers/map-names.ts'
import type { Swipe } from './layers/swipe.ts'
import type { MapController, ShownLayer } from './map-controller.ts'
import { MapPane } from './map-pane.tsx'

export type MapPanesProps = {
  top: ReadyMap
  stack: readonly ShownLayer[]
  panes: readonly { map: ReadyMap; layers: readonly ShownLayer[] }[]
  swipe: Swipe | null
  onDivide: (share: number) => void
  /** What all of them have in common. */
  pane: Pick<ComponentProps<typeof MapPane>, 'view' | 'base' | 'attempt' | 'onTileProblem'>
  /** Of the first. */
  controller: MapController | null
  onController: (controller: MapController | null) => void
}

const labelOf = ({ fileName }: ReadyMap): string => `Map of ${displayName(fileName)}`
const mapsOf = (layers: readonly ShownLayer[]): ReadyMap[] => layers.map(({ map }) => map)

/** One map, two beside a divider, or several beside each other. */
export function MapPanes({ top, stack, panes, swipe, onDivide, pane, controller, onController }: MapPanesProps) {
  const isDivided = swipe !== null && panes.length === 0
  const left = stack.filter(({ map }) => map.mapId !== swipe?.mapId)
  return (
    <>
      <MapPane
        label={labelOf(top)}
        caption={isDivided ? [] : [...(panes.length > 0 ? captionOf(top) : []), ...accuracyOf(mapsOf(stack))]}
        layers={stack}
        {...pane}
        onController={onController}
      />
      {panes.map(({ map, layers }) => (
        <MapPane
          key={map.mapId}
          label={labelOf(map)}
          caption={[...captionOf(map), ...accuracyOf([map])]}
          layers={layers}
          {...pane}
        />
      ))}
      {isDivided && (
        <Divider
          swipe={swipe}
          left={[...captionOf(top), ...accuracyOf(mapsOf(left))]}
          right={stack.find(({ map }) => map.mapId === swipe.mapId)?.map}
          controller={controller}
          onDivide={onDivide}
        />
      )}
    </>
  )
}

type DividerProps = Pick<MapPanesProps, 'controller' | 'onDivide'> & {
  swipe: Swipe
  /** Its caption. */
  left: readonly string[]
  /** Once its copy is open. */
  right: ReadyMap | undefined
}

function Divider({ swipe: { mapId, share }, left, right, controller, onDivide }: DividerProps) {
  useEffect(() => {
    controller?.setSwipe({ mapId, share })
    return () => controller?.setSwipe(null)
  }, [controller, mapId, share])
  return (
    <>
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 w-0.5 bg-mark-light shadow-[0_0_0_1px_var(--mark-dark)]"
        style={{ left: `${share * 100}%` }}
      />
      <MapCaption
        lines={left}
        style={{ right: `calc(${(1 - share) * 100}% + 0.5rem)`, maxWidth: `max(8rem, ${share * 100}% - 1rem)` }}
      />
      <MapCaption
        lines={right ? [...captionOf(right), ...accuracyOf([right])] : []}
        style={{ left: `calc(${share * 100}% + 0.5rem)`, maxWidth: `max(6.5rem, ${(1 - share) * 100}% - 3.5rem)` }}
      />
      <input
        type="range"
        min={0}
        max={1000}
        value={Math.round(share * 1000)}
        aria-label="Divider between the two maps"
        onChange={(event) => onDivide(Number(event.target.value) / 1000)}
        className="absolute inset-x-2 bottom-1 h-6 accent-action"
      />
    </>
  )
}
