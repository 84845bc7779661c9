import { type ComponentProps, useEffect } from 'react'
import { displayName } from '#domain/display-names.ts'
import { truncateMiddle } from '#domain/file-names.ts'
import type { ReadyMap } from '#web/lib/raster-map/look.ts'
import { MapCaption } from './map-caption.tsx'
import type { MapController, ShownLayer } from './map-controller.ts'
import { MapPane } from './map-pane.tsx'
import type { Swipe } from './swipe.ts'

type MapPanesProps = {
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
const captionOf = ({ takenOn, fileName }: ReadyMap): string => takenOn ?? truncateMiddle(displayName(fileName))

/** One map, two beside a divider, or several beside each other. */
export function MapPanes({ top, stack, panes, swipe, onDivide, pane, controller, onController }: MapPanesProps) {
  return (
    <>
      <MapPane
        label={labelOf(top)}
        caption={panes.length > 0 ? captionOf(top) : undefined}
        layers={stack}
        {...pane}
        onController={onController}
      />
      {panes.map(({ map, layers }) => (
        <MapPane key={map.mapId} label={labelOf(map)} caption={captionOf(map)} layers={layers} {...pane} />
      ))}
      {swipe && panes.length === 0 && (
        <Divider
          swipe={swipe}
          left={top}
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
  left: ReadyMap
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
        className="pointer-events-none absolute inset-y-0 w-0.5 bg-white shadow-[0_0_0_1px_#152f4a]"
        style={{ left: `${share * 100}%` }}
      />
      <MapCaption style={{ right: `calc(${(1 - share) * 100}% + 0.5rem)` }}>{captionOf(left)}</MapCaption>
      {right && <MapCaption style={{ left: `calc(${share * 100}% + 0.5rem)` }}>{captionOf(right)}</MapCaption>}
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
