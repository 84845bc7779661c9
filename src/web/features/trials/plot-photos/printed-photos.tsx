import { createPortal } from 'react-dom'
import type { PlotPhotoList } from '#contract/plot-photos.ts'
import type { FlightItem } from '#contract/trials.ts'
import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { printedOn } from '#web/lib/printing.ts'
import { NorthArrow } from '#web/lib/raster-map/north-and-scale.tsx'
import type { Trial } from '../trial-queries.ts'
import { angleText, CutOut, type PlotPhoto, usePicture } from './plot-photo.tsx'

export type PlotOnPaper = {
  list: PlotPhotoList
  photos: PlotPhotoList['photos']
  plot: Parameters<typeof PlotPhoto>[0]['plot']
  flight: FlightItem
  about: { trial: Trial; genotype: string | undefined }
}

/** Of width by height: from here on two beside each other are too low. */
const LONG = 2.2
export const isLong = ({ width, height }: Pick<PlotPhotoList, 'width' | 'height'>): boolean => width / height >= LONG

/** The photos that are shown, on paper in place of the dialog. They are here before, because a print waits for no picture. */
export const PrintedPhotos = ({ list, photos, plot, flight, about }: PlotOnPaper) =>
  createPortal(
    <section data-printed-alone aria-hidden className="hidden print:block">
      <Title {...{ list, plot, flight, about }} />
      <ul className={`grid gap-x-[6mm] gap-y-[5mm] ${isLong(list) ? 'grid-cols-1' : 'grid-cols-2'}`}>
        {photos.map((photo) => (
          <li key={photo.name} className="break-inside-avoid">
            <Photo {...{ list, plot, flight, about, photo }} />
          </li>
        ))}
      </ul>
    </section>,
    document.body,
  )

function Title({ list: { pixelCm, northDegrees }, plot, flight, about: { trial } }: Omit<PlotOnPaper, 'photos'>) {
  const facts = [
    displayName(trial.name),
    trial.projectType && projectTypeLabel(trial.projectType),
    trial.crop && displayName(trial.crop),
    `flight of ${dateText(flight.moment)}`,
    printedOn(),
  ]
  return (
    <header className="mb-[5mm] flex items-start justify-between gap-4">
      <div>
        <p className="font-display text-xl font-semibold">Photos of plot {displayName(plot.plotId)}</p>
        <p className="text-sm">{facts.filter(Boolean).join(', ')}</p>
      </div>
      <p className="flex shrink-0 items-center gap-2 text-sm text-muted">
        {Number(pixelCm.toPrecision(2))} cm to a pixel
        <NorthArrow rotation={(northDegrees * Math.PI) / 180} />
      </p>
    </header>
  )
}

type PhotoProps = Omit<PlotOnPaper, 'photos'> & { photo: PlotPhotoList['photos'][number] }

function Photo({ list, plot, flight, about: { genotype }, photo }: PhotoProps) {
  const { data: picture } = usePicture(plot, photo.name)
  return (
    <figure>
      <CutOut list={list} picture={picture} alt="" />
      <figcaption className="pt-1 text-xs text-muted wrap-anywhere">
        <strong className="text-ink">
          Plot <bdi>{displayName(plot.plotId)}</bdi>
          {genotype !== undefined && (
            <>
              , <bdi>{displayName(genotype)}</bdi>
            </>
          )}
        </strong>
        , {dateText(flight.moment)}
        <br />
        <bdi>{displayName(photo.name)}</bdi>, {angleText(photo)}
      </figcaption>
    </figure>
  )
}
