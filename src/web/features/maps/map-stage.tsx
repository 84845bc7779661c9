import { type RefObject, useEffect, useRef, useState } from 'react'
import { displayName } from '#domain/display-names.ts'
import { lengthText } from '#domain/lengths.ts'
import { RAMPS } from '#imagery/rasters/ramps.ts'
import { usePrinting } from '#web/lib/printing.ts'
import { formatValue, type ReadyMap } from '#web/lib/raster-map/look.ts'
import { frameOf } from '#web/lib/raster-map/map-frame.ts'
import { NorthArrow, ScaleBar } from '#web/lib/raster-map/north-and-scale.tsx'
import { TileProblem } from '#web/lib/raster-map/tile-problem.tsx'
import type { useCopies } from '#web/lib/raster-map/use-copies.ts'
import { useTileProblems } from '#web/lib/raster-map/use-tile-problems.ts'
import { Alert } from '#web/ui/alert.tsx'
import { nameOfLook } from './layers/map-names.ts'
import { rampGradient } from './layers/ramp-gradient.ts'
import type { Base } from './layers/use-base.ts'
import type { Pointed, ShownLayer } from './map-controller.ts'
import { MapControls } from './map-controls.tsx'
import { MapPanes, type MapPanesProps } from './map-panes.tsx'
import { areaText, pixelsOver, Readout, valuesText } from './measuring/map-readout.tsx'
import type { Measured, MeasureKind, Measuring } from './measuring/measure.ts'
import { PrintedMap } from './print/printed-map.tsx'
import type { useViewPlace } from './use-view-place.ts'

type MapStageProps = Omit<MapPanesProps, 'pane'> & {
  /** Such as the project, on paper. */
  project: string
  /** That of `top`, once its copy is open. */
  layer: ShownLayer | undefined
  base: Base | undefined
  loading: Omit<ReturnType<typeof useCopies>, 'copies'>
  placed: ReturnType<typeof useViewPlace>
  measuring: Measuring
  onMeasure: (kind: MeasureKind | null) => void
}

/** The map with its panes, controls, and what is under the pointer. */
export function MapStage(props: MapStageProps) {
  const { top, layer, stack, base, panes, swipe, loading, placed, controller, measuring } = props
  const box = useRef<HTMLDivElement>(null)
  const isPrinting = usePrinting()
  const { hasProblem, readAgain, ...reading } = useTileProblems()
  const isLegendShown = layer !== undefined && layer.look.mode !== 'colours'
  // Above the divider, and whose tiles these are.
  const foot = swipe || base?.attribution ? 'bottom-8' : 'bottom-2'
  return (
    <>
      <div ref={box} className="absolute inset-0 flex gap-px bg-paper print:hidden">
        <MapPanes
          {...{ top, stack, panes, swipe, controller }}
          onDivide={props.onDivide}
          pane={{ view: placed.view, base, ...reading }}
          onController={props.onController}
        />
        <MapControls
          view={placed.view}
          frame={frameOf(top)}
          hasHeights={top.kind === 'elevation' && top.isPicture === false}
          measuring={measuring.kind}
          onMeasure={props.onMeasure}
          onFit={placed.fit}
          onFullScreen={() => void showFullScreen(box)}
        />
        {base?.attribution && <Attribution>{base.attribution}</Attribution>}
        <NorthAndScale map={top} resolution={placed.resolution} foot={foot} />
        <div
          className={`absolute ${foot} left-2 z-10 flex max-w-[calc(100%-9rem)] flex-col gap-1 rounded-md border border-line bg-card px-2.5 py-1.5`}
        >
          {isLegendShown && <MapLegend layer={layer} />}
          {measuring.measured || measuring.kind ? (
            <MeasuredText top={top} measured={measuring.measured} />
          ) : (
            <UnderPointer
              {...{ top, layer, stack, swipe, controller }}
              resolution={placed.resolution}
              isLoading={loading.isLoading}
            />
          )}
        </div>
        {(hasProblem || loading.failed.length > 0) && (
          <div className="absolute inset-x-2 top-20 z-10 flex flex-col gap-2">
            <LoadProblem {...loading} />
            {hasProblem && <TileProblem onTryAgain={readAgain} />}
          </div>
        )}
      </div>
      {isPrinting && layer && controller && (
        <PrintedMap project={props.project} {...{ layer, stack, base, controller }} />
      )}
    </>
  )
}

/** The colours of the uppermost map with their ends. Its histogram and handles are among the layers. */
function MapLegend({ layer: { map, look, ramp, range } }: { layer: ShownLayer }) {
  return (
    <div className="w-56 max-w-full">
      <p className="font-semibold">{nameOfLook(map, look)}</p>
      <span
        aria-hidden
        className="block h-3 rounded-sm border border-line-strong"
        style={{ background: rampGradient(RAMPS[ramp]) }}
      />
      <p className="flex justify-between text-xs text-muted tabular-nums">
        <span>{formatValue(range[0], range)}</span>
        <span>{formatValue(range[1], range)}</span>
      </p>
    </div>
  )
}

const Attribution = ({ children }: { children: string }) => (
  <p className="pointer-events-none absolute right-0 bottom-0 max-w-full truncate rounded-tl bg-card/90 px-1.5 text-xs/5">
    {children}
  </p>
)

function NorthAndScale({ map, resolution, foot }: { map: ReadyMap; resolution: number | null; foot: string }) {
  const frame = frameOf(map)
  return (
    <div
      className={`pointer-events-none absolute ${foot} right-2 flex items-end gap-3 rounded bg-card/90 px-2 py-1 empty:hidden`}
    >
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
