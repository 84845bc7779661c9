import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { type Flight, percent } from '#domain/flights.ts'
import { Detail, Details } from '#web/ui/details.tsx'

const UNKNOWN = <span className="text-muted">Unknown</span>

/** The figures of a flight; what the photos don't say is unknown. */
export function FlightFacts({ flight }: { flight: Omit<Flight, 'checks' | 'positions'> }) {
  const { photos, readable, cameras, takenFrom, takenTo, heightMetres, gsdCm, frontOverlap, sideOverlap } = flight
  const { areaHectares, medianPhotos, sunDegrees, rtkFixedShare, bands, heightSource } = flight
  return (
    <Details>
      <Detail name="Photos">
        {photos.toLocaleString('en')}
        {readable < photos && <span className="text-muted">, {readable.toLocaleString('en')} readable</span>}
      </Detail>
      <Detail name="Camera">
        {cameras.length === 0
          ? UNKNOWN
          : cameras.map(({ name, photos: of }) => (
              <div key={name}>
                <bdi>{displayName(name)}</bdi>
                {cameras.length > 1 && <span className="text-muted">, {of.toLocaleString('en')} photos</span>}
              </div>
            ))}
      </Detail>
      {bands.length > 0 && <Detail name="Bands">{bands.map(displayName).join(', ')}</Detail>}
      <Detail name="Taken">{takenFrom === null ? UNKNOWN : span(takenFrom, takenTo ?? takenFrom)}</Detail>
      {sunDegrees && <Detail name="Sun">{sunText(sunDegrees)}</Detail>}
      {rtkFixedShare !== null && <Detail name="RTK">{percent(rtkFixedShare)} of the photos fixed</Detail>}
      <Detail name="Height">
        {heightMetres === null
          ? UNKNOWN
          : `${Math.round(heightMetres)} m above ${heightSource === 'entered' ? 'the ground, as entered' : 'take-off'}`}
      </Detail>
      <Detail name="Pixel">{gsdCm === null ? UNKNOWN : `${gsdCm.toFixed(2)} cm on the ground`}</Detail>
      <Detail name="Overlap">
        {frontOverlap === null && sideOverlap === null
          ? UNKNOWN
          : [
              frontOverlap !== null && `${percent(frontOverlap)} along lines`,
              sideOverlap !== null && `${percent(sideOverlap)} between them`,
            ]
              .filter(Boolean)
              .join(', ')}
      </Detail>
      <Detail name="Ground">
        {areaHectares === null
          ? UNKNOWN
          : `${areaHectares.toFixed(1)} ha${medianPhotos === null ? '' : `, half of it on ${medianPhotos} photos or more`}`}
      </Detail>
    </Details>
  )
}

/** '23 Jun 2026, 10:00 to 10:14', by the clock of the camera. */
function span(from: string, to: string): string {
  const [day, start = ''] = from.split('T')
  const [lastDay, end = ''] = to.split('T')
  const last = day === lastDay ? end.slice(0, 5) : `${dateText(lastDay ?? '')}, ${end.slice(0, 5)}`
  return `${dateText(day ?? '')}, ${start.slice(0, 5)} to ${last}`
}

function sunText({ lowest, highest }: { lowest: number; highest: number }): string {
  const [from, to] = [Math.round(lowest), Math.round(highest)]
  return from === to ? `${from}° high` : `${from}° to ${to}° high`
}
