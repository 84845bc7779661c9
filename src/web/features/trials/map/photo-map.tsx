import { LassoSelect } from 'lucide-react'
import { useState } from 'react'
import { usePrinting } from '#web/lib/printing.ts'
import { MapButtons } from '#web/lib/raster-map/map-buttons.tsx'
import { NorthArrow, ScaleBar } from '#web/lib/raster-map/north-and-scale.tsx'
import { TileProblem } from '#web/lib/raster-map/tile-problem.tsx'
import { useView } from '#web/lib/view.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Lasso } from './lasso.tsx'
import { type PhotoMapOptions, usePhotoMap } from './use-photo-map.ts'

/** Says where north is. A press puts it up, or turns the map so that the plots lie level. */
function NorthButton({ rotation, isNorthUp }: { rotation: number; isNorthUp: boolean }) {
  const [, show] = useView()
  const label = isNorthUp ? 'Turn the plots level' : 'Turn north up'
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className="grid size-9 place-items-center rounded-md text-muted hover:bg-ink/8 hover:text-ink"
      onClick={() => show({ north: isNorthUp ? null : 'up' }, { replace: true })}
    >
      <NorthArrow rotation={rotation} />
    </button>
  )
}

/** The photo of a flight with its plots. The table of the trial says the same. */
export function PhotoMap({ label, ...options }: PhotoMapOptions & { label: string }) {
  const { target, hasProblem, readAgain, fit, selectIn, drawPicture, seen } = usePhotoMap(options)
  const [isDrawing, setDrawing] = useState(false)
  const isPrinting = usePrinting()
  const { zoom } = options.shared
  return (
    <>
      <div className="absolute inset-0 print:hidden">
        <div
          ref={target}
          role="application"
          aria-busy
          aria-label={`${label}. Arrow keys move the map, or go on from the chosen plot; plus and minus zoom.`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys move it
          tabIndex={0}
          className="absolute inset-0 bg-sunken focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus"
        />
        {isDrawing && (
          <Lasso
            onDrawn={(outline) => {
              setDrawing(false)
              selectIn(outline)
            }}
          />
        )}
        <MapButtons onZoom={zoom} all="Show all plots" onFit={fit}>
          <IconButton
            icon={LassoSelect}
            label="Draw around plots to select them"
            aria-pressed={isDrawing}
            className="aria-pressed:bg-action/15 aria-pressed:text-ink"
            onClick={() => setDrawing(!isDrawing)}
          />
          <NorthButton rotation={seen?.rotation ?? 0} isNorthUp={options.isNorthUp} />
        </MapButtons>
        {seen && (
          <div className="pointer-events-none absolute right-2 bottom-2 rounded bg-card/90 px-2 py-1 [@container(height<7rem)]:hidden [@container(width<20rem)]:hidden">
            <ScaleBar metresPerPixel={seen.metresPerPixel} />
          </div>
        )}
        {hasProblem && (
          <div className="absolute inset-x-2 top-20 z-10">
            <TileProblem onTryAgain={readAgain} />
          </div>
        )}
      </div>
      {isPrinting && drawPicture && (
        <canvas
          ref={(canvas) => {
            if (canvas) drawPicture(canvas)
          }}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn
          role="img"
          aria-label={label}
          className="max-h-[150mm] max-w-full self-start border border-line-strong"
        />
      )}
    </>
  )
}
