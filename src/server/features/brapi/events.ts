import type { z } from 'zod'
import type { brapiEvent } from '#contract/brapi/rows.ts'
import type { Trial, TrialFlight } from '../../adapters/db/schema.ts'
import { timeStampOf } from '../trials/flights/time-stamp.ts'
import { flightsOf } from '../trials/queries.ts'
import type { Lister } from './answer.ts'
import { pageOfAll } from './page.ts'
import { studiesFor } from './visible-studies.ts'

type Event = z.output<typeof brapiEvent>

/** The planting of each study, and its flights. */
export const events: Lister<Event> = {
  noun: 'events',
  chooses: ['studyDbId', 'eventDbId', 'eventType', 'dateRangeStart', 'dateRangeEnd'],
  async list({ db }, actor, { wanted, paging }) {
    const found: Event[] = []
    for (const trial of await studiesFor(db, actor, wanted))
      found.push(...planting(trial), ...(await flightsOf(db, trial.id)).map((flight) => flownOn(trial, flight)))
    const [start, end] = [wanted['dateRangeStart']?.[0], wanted['dateRangeEnd']?.[0]]
    return pageOfAll(
      found.filter(({ eventDbId, eventType, eventDateRange: { discreteDates } }) => {
        const at = Date.parse(discreteDates[0] ?? '')
        return (
          (wanted['eventDbId']?.includes(eventDbId) ?? true) &&
          (wanted['eventType']?.includes(eventType) ?? true) &&
          (start === undefined || at >= Date.parse(start)) &&
          (end === undefined || at <= Date.parse(end))
        )
      }),
      paging,
    )
  },
}

const planting = ({ id, name, plantingDate }: Trial): Event[] =>
  plantingDate === null
    ? []
    : [
        {
          eventDbId: `planting:${id}`,
          eventType: 'Planting',
          eventDescription: 'The day of planting',
          studyDbId: id,
          studyName: name,
          eventDateRange: { discreteDates: [timeStampOf({ takenOn: plantingDate })] },
        },
      ]

const flownOn = ({ id, name }: Trial, flight: TrialFlight): Event => ({
  eventDbId: flight.id,
  eventType: 'Drone flight',
  eventDescription: `Drone flight on ${flight.moment}`,
  studyDbId: id,
  studyName: name,
  eventDateRange: { discreteDates: [timeStampOf(flight)] },
})
