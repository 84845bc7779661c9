import { usePrinting } from '#web/lib/printing.ts'
import { MapButtons } from '#web/lib/raster-map/map-buttons.tsx'
import { TileProblem } from '#web/lib/raster-map/tile-problem.tsx'
import { type PhotoMapOptions, usePhotoMap } from './use-photo-map.ts'

/** The photo of a flight with its plots. The table of the trial says the same. */
export function PhotoMap({ label, ...options }: PhotoMapOptions & { label: string }) {
  const { target, hasProblem, readAgain, fit, drawPicture } = usePhotoMap(options)
  const isPrinting = usePrinting()
  const { zoom } = options.shared
  return (
    <>
      {hasProblem && <TileProblem onTryAgain={readAgain} />}
      <div className="relative h-[60dvh] min-h-72 overflow-hidden rounded-md border border-line-strong print:hidden">
        <div
          ref={target}
          role="application"
          aria-label={`${label}. Arrow keys move the map, plus and minus zoom.`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys move it
          tabIndex={0}
          className="absolute inset-0 bg-sunken focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus"
        />
        <MapButtons onZoom={zoom} all="Show all plots" onFit={fit} />
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
