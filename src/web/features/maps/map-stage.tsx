import { type RefObject, useEffect, useRef, useState } from 'react'
import { displayName } from '#domain/display-names.ts'
import { Alert } from '#web/ui/alert.tsx'
import type { ReadyMap } from './look.ts'
import type { MapController, Pointed, ShownLayer } from './map-controller.ts'
import { MapControls } from './map-controls.tsx'
import { frameOf } from './map-frame.ts'
import { MapPane } from './map-pane.tsx'
import { areaText, lengthText, Readout, ScaleBar, valuesText } from './map-readout.tsx'
import type { Measured } from './measure.ts'
import type { useCopies } from './use-copies.ts'
import type { useViewPlace } from './use-view-place.ts'

type MapStageProps = {
  top: ReadyMap
  /** That of `top`, once its copy is open. */
  layer: ShownLayer | undefined
  stack: readonly ShownLayer[]
  panes: readonly { map: ReadyMap; layers: readonly ShownLayer[] }[]
  swipe: string | null
  loading: Omit<ReturnType<typeof useCopies>, 'copies'>
  placed: ReturnType<typeof useViewPlace>
  controller: MapController | null
  onController: (controller: MapController | null) => void
}

type Measuring = { kind: Measured['kind'] | null; measured: Measured | null }

const labelOf = ({ fileName }: ReadyMap): string => `Map of ${displayName(fileName)}`

/** The map with its panes, controls, and what is under the pointer. */
export function MapStage({
  top,
  layer,
  stack,
  panes,
  swipe,
  loading,
  placed,
  controller,
  onController,
}: MapStageProps) {
  const box = useRef<HTMLDivElement>(null)
  const [{ kind, measured }, setMeasuring] = useState<Measuring>({ kind: null, measured: null })
  const measure = (next: Measured['kind'] | null) => {
    setMeasuring({ kind: next, measured: null })
    controller?.measure(next, (found) => setMeasuring({ kind: next, measured: found }))
  }
  return (
    <div ref={box} className="flex min-w-0 flex-col gap-2 bg-paper @3xl:col-start-2 @3xl:row-start-1">
      <LoadProblem {...loading} />
      <div className="relative flex h-[min(70dvh,52rem)] min-h-72 gap-px overflow-hidden rounded-md border border-line-strong max-@3xl:h-[58dvh]">
        <MapPane label={labelOf(top)} view={placed.view} layers={stack} onController={onController} />
        {panes.map(({ map, layers }) => (
          <MapPane key={map.mapId} label={labelOf(map)} view={placed.view} layers={layers} />
        ))}
        {swipe !== null && panes.length === 0 && <Divider key={swipe} mapId={swipe} controller={controller} />}
        <MapControls
          view={placed.view}
          canMeasure={frameOf(top).metres !== null}
          measuring={kind}
          onMeasure={measure}
          onFit={placed.fit}
          onFullScreen={() => void showFullScreen(box)}
        />
        <div className="pointer-events-none absolute bottom-8 left-2 rounded bg-card/90 px-2 py-1 empty:hidden">
          {placed.resolution !== null && <ScaleBar map={top} resolution={placed.resolution} />}
        </div>
      </div>
      {measured || kind ? (
        <MeasuredText top={top} measured={measured} />
      ) : (
        <UnderPointer top={top} layer={layer} controller={controller} isLoading={loading.isLoading} />
      )}
    </div>
  )
}

const showFullScreen = (box: RefObject<HTMLElement | null>) => box.current?.requestFullscreen()

function LoadProblem({ failed, tryAgain }: Pick<MapStageProps['loading'], 'failed' | 'tryAgain'>) {
  if (failed.length === 0) return null
  return (
    <Alert tone="danger" title="A map could not be loaded">
      {failed.map(({ fileName }) => displayName(fileName)).join(', ')}.{' '}
      <button type="button" className="underline underline-offset-2" onClick={tryAgain}>
        Try Again
      </button>
    </Alert>
  )
}

/** Right of it lies the other map. */
function Divider({ mapId, controller }: { mapId: string; controller: MapController | null }) {
  const [share, setShare] = useState(0.5)
  useEffect(() => {
    controller?.setSwipe({ mapId, share })
    return () => controller?.setSwipe(null)
  }, [controller, mapId, share])
  return (
    <>
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 w-0.5 bg-card shadow"
        style={{ left: `${share * 100}%` }}
      />
      <input
        type="range"
        min={0}
        max={1000}
        value={Math.round(share * 1000)}
        aria-label="Divider between the two maps"
        onChange={(event) => setShare(Number(event.target.value) / 1000)}
        className="absolute inset-x-2 bottom-1 accent-action"
      />
    </>
  )
}

function MeasuredText({ top, measured }: { top: ReadyMap; measured: Measured | null }) {
  const metres = frameOf(top).metres ?? 1
  if (!measured)
    return <output className="min-h-5 text-xs/5 text-muted">Click each point, and double-click the last one.</output>
  const { kind, value } = measured
  return (
    <output className="min-h-5 text-sm/5 font-semibold">
      {kind === 'length' ? lengthText(value * metres) : areaText(value * metres * metres)}
    </output>
  )
}

type UnderPointerProps = Pick<MapStageProps, 'top' | 'layer' | 'controller'> & { isLoading: boolean }

function UnderPointer({ top, layer, controller, isLoading }: UnderPointerProps) {
  const [at, setAt] = useState<Pointed | null>(null)
  useEffect(() => controller?.onPointer(setAt), [controller])
  const data = at && layer && controller ? controller.dataAt(layer.map.mapId, at.pixel) : null
  return (
    <output className="block min-h-5 text-xs/5">
      {at ? (
        <Readout map={top} at={at} values={layer && data ? valuesText(layer, data) : []} />
      ) : (
        <span className="text-muted">
          {isLoading
            ? 'Loading the map...'
            : (top.crs?.name ?? 'This map has no place on Earth: it is shown in pixels.')}
        </span>
      )}
    </output>
  )
}
