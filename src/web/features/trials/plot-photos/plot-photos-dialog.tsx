import { useQuery } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { type PlotPhotoList, plotPhotos } from '#contract/plot-photos.ts'
import type { FlightItem } from '#contract/trials.ts'
import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { counted } from '#domain/units.ts'
import { callsOf } from '#web/lib/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { Modal } from '#web/ui/overlay/modal.tsx'
import { FlightSelect } from '../flight-select.tsx'
import { problemOf } from '../messages.ts'
import { PrintButton } from '../workspace/print-button.tsx'
import { PlotPhoto } from './plot-photo.tsx'
import { isLong, type PlotOnPaper, PrintedPhotos } from './printed-photos.tsx'

const { call } = callsOf(plotPhotos)

type PlotPhotosDialogProps = {
  flights: readonly FlightItem[]
  /** The flight that is shown first. */
  first: string
  plotId: string
  /** What stands on paper with its photos. */
  about: PlotOnPaper['about']
  plotsVersion: number | undefined
  onClose: () => void
}

/** A plot as each photo of a flight shows it, all cut out and straight in the same way. */
export function PlotPhotosDialog({ flights, first, plotId, about, plotsVersion, onClose }: PlotPhotosDialogProps) {
  const [trialFlightId, setFlightId] = useState(first)
  const flight = flights.find((one) => one.trialFlightId === trialFlightId)
  const plot = { trialFlightId, plotId, ...(plotsVersion !== undefined && { plotsVersion: String(plotsVersion) }) }
  const { data, error } = useQuery({
    queryKey: ['plot-photos', plot],
    queryFn: async ({ signal }) => (await call('listPlotPhotos', { query: plot, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Modal
      title={`Plot ${displayName(plotId)} in all photos`}
      size="large"
      hasFixedHeight
      action={data && data.photos.length > 0 && <PrintButton />}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4 text-sm">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          {flights.length > 1 ? (
            <FlightSelect label="Flight" inline value={trialFlightId} flights={flights} onChoose={setFlightId} />
          ) : (
            <p className="tabular-nums">{flight && dateText(flight.moment)}</p>
          )}
          {data && data.photos.length > 0 && <North {...data} />}
        </div>
        {error && <Alert tone="danger">{problemOf(error)}</Alert>}
        {!data && !error && <Skeleton className="h-64 w-full" />}
        {data && flight && <Photos key={trialFlightId} list={data} plot={plot} flight={flight} about={about} />}
      </div>
    </Modal>
  )
}

const North = ({ northDegrees, pixelCm }: PlotPhotoList) => (
  <p className="flex items-center gap-4 text-muted">
    <span>{Number(pixelCm.toPrecision(2))} cm to a pixel</span>
    <span className="flex items-center gap-1">
      <ArrowUp aria-hidden className="size-4" style={{ rotate: `${northDegrees}deg` }} />
      North
    </span>
  </p>
)

const SHOWN_FIRST = 6

type PhotosProps = Omit<PlotOnPaper, 'photos'>

function Photos({ list, plot, flight, about }: PhotosProps) {
  const [shown, setShown] = useState(SHOWN_FIRST)
  const { photos } = list
  if (photos.length === 0) return <p>No photo of this flight shows the middle of this plot.</p>
  const left = photos.length - shown
  return (
    <>
      <p className="max-w-prose text-muted">
        {counted(photos.length, 'photo')} {photos.length === 1 ? 'shows' : 'show'} it, the one that looks straightest
        down first. What stands high leans away from the camera.
      </p>
      <ul className={`grid gap-x-4 gap-y-5 ${isLong(list) ? '' : 'sm:grid-cols-2'}`}>
        {photos.slice(0, shown).map((photo) => (
          <li key={photo.name}>
            <PlotPhoto photo={photo} list={list} plot={plot} name={`${plot.plotId} ${flight.moment}`} />
          </li>
        ))}
      </ul>
      <PrintedPhotos {...{ list, plot, flight, about }} photos={photos.slice(0, shown)} />
      {left > 0 && (
        <Button variant="secondary" className="self-center" onClick={() => setShown(shown + SHOWN_FIRST)}>
          Show {Math.min(left, SHOWN_FIRST)} more
        </Button>
      )}
    </>
  )
}
