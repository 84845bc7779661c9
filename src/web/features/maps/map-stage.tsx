import { type RefObject, useEffect, useRef, useState } from 'react'
import { displayName } from '#domain/display-names.ts'
import type { ReadyMap } from '#web/lib/raster-map/look.ts'
import { frameOf } from '#web/lib/raster-map/map-frame.ts'
import { lengthText, NorthArrow, ScaleBar } from '#web/lib/raster-map/north-and-scale.tsx'
import { TileProblem } from '#web/lib/raster-map/tile-problem.tsx'
import type { useCopies } from '#web/lib/raster-map/use-copies.ts'
import { useTileProblems } from '#web/lib/raster-map/use-tile-problems.ts'
import { Alert } from '#web/ui/alert.tsx'
import type { Swipe } from './layers/swipe.ts'
import type { Base } from './layers/use-base.ts'
import type { MapController, Pointed, ShownLayer } from './map-controller.ts'
import { MapControls } from './map-controls.tsx'
import { MapPanes } from './map-panes.tsx'
import { HeightProfilePanel } from './measuring/height-profile-panel.tsx'
import { areaText, pixelsOver, Readout, valuesText } from './measuring/map-readout.tsx'
import type { Measured, MeasureKind } from './measuring/measure.ts'
import { PrintButtons } from './print/print-buttons.tsx'
import type { useViewPlace } from './use-view-place.ts'

type MapStageProps = {
  top: ReadyMap
  /** That of `top`, once its copy is open. */
  layer: ShownLayer | undefined
  stack: readonly ShownLayer[]
  base: Base | undefined
  panes: readonly { map: ReadyMap; layers: readonly ShownLayer[] }[]
  swipe: Swipe | null
  onDivide: (share: number) => void
  loading: Omit<ReturnType<typeof useCopies>, 'copies'>
  placed: ReturnType<typeof useViewPlace>
  controller: MapController | null
  onController: (controller: MapController | null) => void
}

type Measuring = { kind: MeasureKind | null; measured: Measured | null }

/** The map with its panes, controls, and what is under the pointer. */
export function MapStage({
  top,
  layer,
  stack,
  base,
  panes,
  swipe,
  onDivide,
  loading,
  placed,
  controller,
  onController,
}: MapStageProps) {
  const box = useRef<HTMLDivElement>(null)
  const { hasProblem, readAgain, ...reading } = useTileProblems()
  const [{ kind, measured }, setMeasuring] = useState<Measuring>({ kind: null, measured: null })
  const measure = (next: MeasureKind | null) => {
    setMeasuring({ kind: next, measured: null })
    controller?.measure(next, (found) => setMeasuring({ kind: next, measured: found }))
  }
  return (
    <div
      ref={box}
      className="flex min-w-0 flex-col gap-2 self-start bg-paper @3xl:sticky @3xl:top-18 @3xl:col-start-2 @3xl:row-start-1"
    >
      <LoadProblem {...loading} />
      {hasProblem && <TileProblem onTryAgain={readAgain} />}
      <div className="relative flex h-[calc(100dvh-16rem)] min-h-80 gap-px overflow-hidden rounded-md border border-line-strong max-@3xl:h-[58dvh]">
        <MapPanes
          top={top}
          stack={stack}
          panes={panes}
          swipe={swipe}
          onDivide={onDivide}
          pane={{ view: placed.view, base, ...reading }}
          controller={controller}
          onController={onController}
        />
        <MapControls
          view={placed.view}
          frame={frameOf(top)}
          hasHeights={top.kind === 'elevation' && top.isPicture === false}
          measuring={kind}
          onMeasure={measure}
          onFit={placed.fit}
          onFullScreen={() => void showFullScreen(box)}
        />
        {base?.attribution && <Attribution>{base.attribution}</Attribution>}
        <NorthAndScale map={top} resolution={placed.resolution} />
      </div>
      {measured || kind ? (
        <MeasuredText top={top} measured={measured} />
      ) : (
        <UnderPointer
          top={top}
          layer={layer}
          stack={stack}
          swipe={swipe}
          controller={controller}
          resolution={placed.resolution}
          isLoading={loading.isLoading}
        />
      )}
      <Profile measured={measured} layer={layer} controller={controller} />
      {layer && controller && <PrintButtons {...{ layer, stack, base, swipe, controller }} view={placed.view} />}
    </div>
  )
}

const Attribution = ({ children }: { children: string }) => (
  <p className="pointer-events-none absolute right-0 bottom-0 max-w-full truncate rounded-tl bg-card/90 px-1.5 text-xs/5">
    {children}
  </p>
)

function NorthAndScale({ map, resolution }: { map: ReadyMap; resolution: number | null }) {
  const frame = frameOf(map)
  return (
    <div className="pointer-events-none absolute bottom-8 left-2 flex items-end gap-3 rounded bg-card/90 px-2 py-1 empty:hidden">
      {frame.rotation !== null && (
        <>
          <NorthArrow />
          <span className="sr-only">North is up.</span>
        </>
      )}
      {resolution !== null && frame.metres !== null && <ScaleBar metresPerPixel={resolution * frame.metres} />}
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

function MeasuredText({ top, measured }: { top: ReadyMap; measured: Measured | null }) {
  const metres = frameOf(top).metres ?? 1
  if (!measured)
    return <output className="min-h-5 text-xs/5 text-muted">Click each point, and double-click the last one.</output>
  const { kind, value } = measured
  return (
    <output className="min-h-5 text-sm/5 font-semibold">
      {kind === 'area' ? areaText(value * metres * metres) : lengthText(value * metres)}
    </output>
  )
}

type ProfileProps = Pick<MapStageProps, 'layer' | 'controller'> & { measured: Measured | null }

function Profile({ measured, layer, controller }: ProfileProps) {
  if (measured?.kind !== 'profile' || !measured.line || !layer) return null
  return (
    <HeightProfilePanel
      key={measured.line.join(' ')}
      layer={layer}
      line={measured.line}
      onRead={(at) => controller?.mark(at)}
    />
  )
}

type UnderPointerProps = Pick<MapStageProps, 'top' | 'layer' | 'stack' | 'swipe' | 'controller'> & {
  resolution: number | null
  isLoading: boolean
}

function UnderPointer({ top, stack, swipe, controller, resolution, isLoading, ...shown }: UnderPointerProps) {
  const [at, setAt] = useState<Pointed | null>(null)
  useEffect(() => controller?.onPointer(setAt), [controller])
  const isRight = at && swipe && controller && (at.pixel[0] ?? 0) > swipe.share * controller.size()[0]
  const layer = isRight ? stack.find(({ map }) => map.mapId === swipe.mapId) : shown.layer
  const data = at && layer && controller ? controller.dataAt(layer.map.mapId, at.pixel) : null
  return (
    <output className="block min-h-5 text-xs/5">
      {at ? (
        <Readout
          map={top}
          at={at}
          values={layer && data ? valuesText(layer, data) : []}
          over={layer && resolution !== null ? pixelsOver(layer, resolution) : 1}
        />
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
