import { useState } from 'react'
import { findCanopyTrait } from '#imagery/traits/catalogue/canopy-traits.ts'
import { findTrait } from '#imagery/traits/catalogue/catalogue.ts'
import { Select } from '#web/ui/form/select.tsx'
import { FlightSelect } from '../flight-select.tsx'
import { maskPhrase } from '../messages.ts'
import { inOrder, nameOf } from '../workspace/trait-names.ts'
import type { MeasuredWorkspace } from '../workspace/workspace.ts'
import { FileList } from './file-row.tsx'
import { FlightFileRow } from './flight-file-row.tsx'

const EXTENT = 'The plots and 5 m around them, in the grid and at the full resolution of the orthomosaic.'

const PICTURES =
  'each plot and a little around it, cut from the original map at full resolution, named after plot and date, with a list of the files. Up to 4 GB.'

const CLIPS = [
  { kind: 'clips-jpeg', ending: '(ZIP, JPEG)', use: 'For reports and labelling' },
  { kind: 'clips-png', ending: '(ZIP, PNG)', use: 'The same without loss, in much larger files' },
] as const

/** Files that are made of the orthomosaic of one flight. */
export function FlightFiles({ trial, measurement, trait: shown }: MeasuredWorkspace) {
  const { measurementId, measured, mask } = measurement
  const flights = trial.flights.filter(({ trialFlightId }) =>
    measured.some(({ flightIds }) => flightIds.includes(trialFlightId)),
  )
  const [flightId, setFlightId] = useState(flights.at(-1)?.trialFlightId ?? '')
  const [traitId, setTraitId] = useState(shown.trait)
  const traits = inOrder(measured).filter(
    ({ trait, flightIds }) => flightIds.includes(flightId) && !findCanopyTrait(trait) && !findTrait(trait)?.isCircular,
  )
  const trait = traits.find((one) => one.trait === traitId) ?? traits[0]
  if (flights.length === 0) return null
  const of = { measurementId, trialFlightId: flightId }
  const choices = (
    <div className="mt-4 grid gap-4 @md:grid-cols-2">
      <FlightSelect label="Flight" value={flightId} flights={flights} onChoose={setFlightId} />
      {trait && (
        <Select
          label="Index"
          value={trait.trait}
          options={traits.map((one) => ({ value: one.trait, label: nameOf(one) }))}
          onChange={({ target }) => setTraitId(target.value)}
        />
      )}
    </div>
  )
  return (
    <FileList
      title="Files of a flight"
      about="Made from the original map when you ask for them, which takes up to a few minutes."
      choices={choices}
    >
      {trait && (
        <FlightFileRow
          name="Index (GeoTIFF)"
          about={`For QGIS: ${trait.name} of each pixel as a number. ${EXTENT}`}
          wanted={{ ...of, kind: 'index', trait: trait.trait }}
        />
      )}
      {mask.method !== 'none' && (
        <FlightFileRow
          name="Mask (GeoTIFF)"
          about={`For QGIS: what this measurement counted as plants (${maskPhrase(mask.method, mask.isCleaned)}): 1 is plant, 0 is not. ${EXTENT}`}
          wanted={{ ...of, kind: 'mask' }}
        />
      )}
      {CLIPS.map(({ kind, ending, use }) => (
        <FlightFileRow
          key={kind}
          name={`Pictures of plots ${ending}`}
          about={`${use}: ${PICTURES}`}
          wanted={{ ...of, kind }}
        />
      ))}
    </FileList>
  )
}

/** Files that are made of the orthomosaics of all flights. */
export const AllFlightFiles = ({ measurementId }: { measurementId: string }) => (
  <FileList
    title="Files of all flights"
    about="Pictures of plots as those of a flight, with a folder for each date, up to 4 GB together. Making them takes as long as making those of each flight; it can be stopped."
  >
    {CLIPS.map(({ kind, ending, use }) => (
      <FlightFileRow
        key={kind}
        name={`Pictures of plots on all dates ${ending}`}
        about={`${use}.`}
        wanted={{ measurementId, kind }}
      />
    ))}
  </FileList>
)
