import { MapButtons } from '#web/lib/raster-map/map-buttons.tsx'
import { TileProblem } from '#web/lib/raster-map/tile-problem.tsx'
import { type PhotoMapOptions, usePhotoMap } from './use-photo-map.ts'

/** The photo of a flight with its plots. The table of the trial says the same. */
export function PhotoMap({ label, ...options }: PhotoMapOptions & { label: string }) {
  const { target, hasProblem, readAgain, fit } = usePhotoMap(options)
  const { zoom } = options.shared
  return (
    <>
      {hasProblem && <TileProblem onTryAgain={readAgain} />}
      <div className="relative h-[60dvh] min-h-72 overflow-hidden rounded-md border border-line-strong">
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
    </>
  )
}
