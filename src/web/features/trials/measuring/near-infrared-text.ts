import type { FlightItem } from '#contract/trials.ts'
import { datesText } from '#domain/trial-words.ts'

type Flight = Pick<FlightItem, 'moment'> & { orthomosaic: Pick<FlightItem['orthomosaic'], 'looksNearInfrared'> }

/** Which flights are of a camera that was converted to near infrared, and what will be wrong; undefined where none is. */
export function nearInfraredText(flights: readonly Flight[]): string | undefined {
  const found = flights.filter(({ orthomosaic }) => orthomosaic.looksNearInfrared)
  if (found.length === 0) return undefined
  const where = found.length === flights.length ? 'all flights' : datesText(found.map(({ moment }) => moment))
  return `Plants look red or purple on the map of ${where}, as from a camera that was converted to near infrared. RGB indices and cover will be wrong there.`
}
