import type { ComponentProps } from 'react'
import { dateText } from '#domain/dates.ts'
import { Select } from '#web/ui/form/select.tsx'

type FlightSelectProps = Omit<ComponentProps<typeof Select>, 'options' | 'onChange'> & {
  flights: readonly { trialFlightId: string; moment: string }[]
  onChoose: (trialFlightId: string) => void
}

/** Flights by their dates. */
export const FlightSelect = ({ flights, onChoose, ...select }: FlightSelectProps) => (
  <Select
    {...select}
    options={flights.map(({ trialFlightId, moment }) => ({ value: trialFlightId, label: dateText(moment) }))}
    onChange={({ target }) => onChoose(target.value)}
  />
)
