import { useMemo, useState } from 'react'
import type { ReportCategory } from '#domain/analyses.ts'
import type { Flight, FlightAnswers, FlightPhoto } from '#domain/flights.ts'
import type { Drawer } from '#web/lib/raster-map/drawn-layer.ts'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { ControlPointFiles } from './control-point-files.tsx'
import { Expectations } from './expectations.tsx'
import { type FindingCheck, Findings } from './findings.tsx'
import { FlightFacts } from './flight-facts.tsx'
import type { Ground } from './ground/ground-photos.ts'
import { LateGroundMap } from './ground/late-ground-map.tsx'
import { HeightField } from './height-field.tsx'
import { ChosenPhoto } from './photos/chosen-photo.tsx'
import { PhotoTable } from './photos/photo-table.tsx'

type FlightViewProps = {
  flight: Omit<Flight, 'checks' | 'positions'> & { checks: readonly FindingCheck[] }
  /** Ordered ones. */
  outputs: readonly ReportCategory[]
  /** Null while they are not there. */
  photos: readonly FlightPhoto[] | null
  /** Asks for them. */
  onWantPhotos?: (() => void) | undefined
  ground: Ground
  startDrawing: () => Drawer
  /** They are laid on the ground. */
  hasPictures?: boolean
  loadPicture?: ((name: string) => Promise<ImageBitmap | null>) | undefined
  answers: FlightAnswers
  /** Absent where they can't be changed. */
  onAnswers?: ((answers: FlightAnswers) => void) | undefined
  /** Of staff. */
  onAcknowledge?: ((check: FindingCheck, acknowledged: boolean) => void) | undefined
}

const NOTHING: readonly string[] = []

/** A flight: its photos on the ground, its figures, what was found, and what the outputs can expect. */
export function FlightView({ flight, outputs, photos, onWantPhotos, ground, ...props }: FlightViewProps) {
  const { startDrawing, hasPictures = false, loadPicture, answers, onAnswers } = props
  const [chosen, setChosen] = useState<string | null>(null)
  const [found, setFound] = useState(NOTHING)
  const { checks, controlPoints } = flight
  const points = useMemo(() => controlPoints.flatMap((file) => file.points), [controlPoints])
  const choose = (name: string | null) => {
    if (name !== null) onWantPhotos?.()
    setChosen(name)
  }
  return (
    <div className="@container flex min-w-0 flex-col gap-6">
      {ground.names.length === 0 ? (
        <p className="text-sm text-muted">No photo has a position, so there is no map of them.</p>
      ) : (
        <LateGroundMap
          ground={ground}
          startDrawing={startDrawing}
          hasPictures={hasPictures}
          found={found}
          chosen={chosen}
          onChoose={choose}
          points={points}
        />
      )}
      {chosen !== null &&
        (photos ? (
          <ChosenPhoto photos={photos} checks={checks} name={chosen} onChoose={choose} loadPicture={loadPicture} />
        ) : (
          <Skeleton className="h-48 w-full" />
        ))}
      <div className="grid items-start gap-x-10 gap-y-6 @2xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <FlightFacts flight={flight} />
          {flight.heightSource !== 'photos' && onAnswers && (
            <HeightField
              height={answers.heightMetres}
              onHeight={(heightMetres) => onAnswers({ ...answers, heightMetres })}
            />
          )}
        </div>
        {outputs.length > 0 && <Expectations outputs={outputs} checks={checks} />}
      </div>
      <Findings checks={checks} onMark={setFound} onAcknowledge={props.onAcknowledge} />
      {controlPoints.length > 0 && <ControlPointFiles files={controlPoints} answers={answers} onAnswers={onAnswers} />}
      <details className="text-sm" onToggle={({ currentTarget: { open } }) => open && onWantPhotos?.()}>
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
