import { useMemo, useState } from 'react'
import { displayName } from '#domain/display-names.ts'
import type { FlightPhoto } from '#domain/flights.ts'
import type { Drawer } from '#web/lib/raster-map/drawn-layer.ts'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { FlightFindings, type FlightFindingsProps } from '../flight-findings.tsx'
import type { Ground } from '../ground/ground-photos.ts'
import { LateGroundMap } from '../ground/late-ground-map.tsx'
import { ChosenPhoto } from '../photos/chosen-photo.tsx'
import { PhotoTable } from '../photos/photo-table.tsx'

type FlightViewProps = Omit<FlightFindingsProps, 'onMark' | 'onAcknowledge'> & {
  /** Null while they are not there. */
  photos: readonly FlightPhoto[] | null
  /** Asks for them. */
  onWantPhotos: () => void
  ground: Ground
  startDrawing: () => Drawer
  loadPicture: (name: string) => Promise<ImageBitmap | null>
}

const NOTHING: readonly string[] = []

/** A flight within the form of an upload. */
export function FlightView({ photos, onWantPhotos, ground, startDrawing, loadPicture, ...findings }: FlightViewProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [found, setFound] = useState(NOTHING)
  const { checks, controlPoints } = findings.flight
  const points = useMemo(() => controlPoints.flatMap((file) => file.points), [controlPoints])
  const choose = (name: string | null) => {
    if (name !== null) onWantPhotos()
    setChosen(name)
  }
  return (
    <div className="@container flex min-w-0 flex-col gap-6">
      {ground.names.length === 0 ? (
        <p className="text-sm text-muted">No photo has a position, so there is no map of them.</p>
      ) : (
        <div className="relative h-[min(26rem,55dvh)] min-h-64 overflow-hidden rounded-md border border-line-strong">
          <LateGroundMap {...{ ground, startDrawing, found, chosen, points }} hasPictures onChoose={choose} />
        </div>
      )}
      {chosen !== null && (
        <section aria-label="Chosen photo" className="flex min-w-0 flex-col gap-3 rounded-md border border-line p-4">
          <h4 className="truncate text-sm font-semibold" title={displayName(chosen)}>
            <bdi>{displayName(chosen)}</bdi>
          </h4>
          <ChosenPhoto {...{ photos, checks, loadPicture }} name={chosen} onChoose={choose} />
        </section>
      )}
      <FlightFindings {...findings} onMark={setFound} />
      <details className="text-sm" onToggle={({ currentTarget: { open } }) => open && onWantPhotos()}>
        <summary className="cursor-pointer font-medium">All photos in a table</summary>
        <div className="mt-3">
          {photos ? (
            <PhotoTable photos={photos} checks={checks} chosen={chosen} onChoose={choose} />
          ) : (
            <Skeleton className="h-40 w-full" />
          )}
        </div>
      </details>
    </div>
  )
}
