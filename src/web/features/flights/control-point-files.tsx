import { useState } from 'react'
import { displayName } from '#domain/display-names.ts'
import type { ControlPointFile, ControlPointFormat, FlightAnswers } from '#domain/flights.ts'
import { counted } from '#domain/units.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'

const FORMAT_NAMES: Record<ControlPointFormat, string> = {
  'odm-gcp': 'Control points of OpenDroneMap',
  'pix4d-gcp': 'Control points of Pix4D',
  'pix4d-marks': 'Marks of Pix4D',
  'agisoft-reference': 'Reference of Metashape',
  'agisoft-markers': 'Markers of Metashape',
  survey: 'Surveyed points',
  'photo-positions': 'Positions of photos',
  'dji-mrk': 'Times of exposure by DJI',
  ppk: 'Data for PPK',
  micasense: 'Data of MicaSense',
  'plot-boundaries': 'Plots',
  'flight-plan': 'Flight plan',
}

type ControlPointFilesProps = {
  files: readonly ControlPointFile[]
  answers: FlightAnswers
  /** Absent where they can't be changed. */
  onAnswers: ((answers: FlightAnswers) => void) | undefined
}

/** Files that tell places. One that does not name its coordinate system is asked for it. */
export const ControlPointFiles = ({ files, answers, onAnswers }: ControlPointFilesProps) => (
  <ul aria-label="Files with places" className="divide-y divide-line border-y border-line text-sm">
    {files.map((found) => (
      <li key={found.file} className="grid gap-x-4 gap-y-2 py-3 @xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="min-w-0">
          <p className="font-medium break-words">
            <bdi>{displayName(found.file)}</bdi>
          </p>
          <p className="text-muted">{[FORMAT_NAMES[found.format], countsOf(found)].filter(Boolean).join(', ')}</p>
        </div>
        <CoordinateSystem
          key={found.epsg}
          found={found}
          onEpsg={
            onAnswers &&
            ((epsg) => {
              const others = answers.controlPointsEpsg.filter(({ file }) => file !== found.file)
              onAnswers({ ...answers, controlPointsEpsg: [...others, { file: found.file, epsg }] })
            })
          }
        />
      </li>
    ))}
  </ul>
)

function countsOf({ pointCount, markCount }: ControlPointFile): string {
  const points = pointCount > 0 && counted(pointCount, 'point')
  const marks = markCount > 0 && `marked ${counted(markCount, 'time')} in photos`
  return [points, marks].filter(Boolean).join(', ')
}

/** Codes of the EPSG registry for coordinate systems. */
const CODES = { min: 1024, max: 32_766 }

type CoordinateSystemProps = { found: ControlPointFile; onEpsg: ((epsg: number) => void) | undefined }

function CoordinateSystem({ found: { epsg, crs, crsSource, pointCount }, onEpsg }: CoordinateSystemProps) {
  const [text, setText] = useState(epsg?.toString() ?? '')
  const [error, setError] = useState<string>()
  if (pointCount === 0) return null
  const isAsked = crsSource !== 'file' && onEpsg
  const take = () => {
    const code = Number(text.replace(/^epsg:/i, '').trim())
    const isCode = Number.isInteger(code) && code >= CODES.min && code <= CODES.max
    setError(isCode ? undefined : 'Enter the number of an EPSG code, such as 32632')
    if (isCode) onEpsg?.(code)
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p>
        {crs ?? <span className="text-muted">Coordinate system unknown</span>}
        {crsSource === 'proposed' && (
          <span className="text-muted">, proposed: the points lie among the photos by it</span>
        )}
        {crsSource === 'entered' && <span className="text-muted">, as entered</span>}
      </p>
      {isAsked && (
        <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
          <TextField
            label="EPSG code"
            hideLabel
            placeholder="EPSG code"
            inputMode="numeric"
            className="min-w-0 grow basis-28"
            value={text}
            error={error}
            onChange={({ target: { value } }) => setText(value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              take()
            }}
          />
          <Button variant="secondary" className="h-11" onClick={take}>
            {crsSource === 'proposed' ? 'It is right' : 'Use it'}
          </Button>
        </div>
      )}
    </div>
  )
}
