import { useView } from '#web/lib/view.ts'
import { DateStrip } from '#web/lib/workbench/date-strip.tsx'
import { optionsOf, Select } from '#web/ui/form/select.tsx'
import { FlightPicture } from '../flight-map/flight-picture.tsx'
import type { OnDay } from '../workspace/workspace.ts'
import { COMPARISONS, useMapView } from './use-map-view.ts'

/** The dates of a trial below its map. */
export function FlightDates({ workspace, day }: OnDay) {
  const { dates, flights } = workspace
  const { other, comparison } = useMapView(workspace, day)
  const [, show] = useView()
  return (
    <DateStrip
      dates={dates.map(({ date, takenOn, flightId }) => {
        const flight = flights.find(({ trialFlightId }) => trialFlightId === flightId)
        return { id: date, date, takenOn, picture: flight && <FlightPicture flight={flight} /> }
      })}
      shown={day.date}
      onChoose={(date) => show({ date }, { replace: true })}
      comparing={{
        other: other?.date ?? null,
        onCompare: (date) => show({ date: day.date, beside: date, ...(date === null && { compare: null }) }),
      }}
    >
      {other && (
        <Select
          inline
          label="Compare as"
          value={comparison}
          options={optionsOf(COMPARISONS)}
          onChange={({ target }) => show({ compare: target.value === 'beside' ? null : target.value })}
        />
      )}
    </DateStrip>
  )
}
