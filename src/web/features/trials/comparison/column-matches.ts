// Which of our values a column of another tool's table is compared with.
import { guessOf } from '#imagery/comparison/name-guess.ts'
import type { JoinedColumn } from '#imagery/plot-values/join-values.ts'
import { mainValueOf } from '#imagery/traits/catalogue/canopy-traits.ts'
import { TRAITS } from '#imagery/traits/catalogue/catalogue.ts'
import type { Trial } from '../trial-queries.ts'
import type { Measurement, Workspace } from '../workspace/workspace.ts'

export type Match = Pick<Workspace, 'stat' | 'scope'> & {
  /** Of a measured trait; null for a column that isn't compared. */
  trait: string | null
  flightId: string | null
}

type About = {
  columns: readonly JoinedColumn[]
  measurement: Measurement
  flights: Trial['flights']
  /** Of columns that name none. */
  usualFlightId: string | null
}

const CANOPY = ['canopyCover', 'canopyHeight', 'canopyVolume']
const IDS = [...TRAITS.map(({ id }) => id), ...CANOPY]

/** By the names of the columns; what a name doesn't say stays open. */
export function proposedMatches({ columns, measurement: { measured }, flights, usualFlightId }: About): Match[] {
  const guesses = columns.map(({ name }) => guessOf(name, IDS, mainValueOf))
  const names = new Set(columns.map(({ name }) => name))
  const onlyFlightOn = (day: string): string | null => {
    const [first, ...others] = flights.filter(({ takenOn }) => takenOn === day)
    return first && others.length === 0 ? first.trialFlightId : null
  }
  return guesses.map(({ traits, stat, scope, date, copy }, at) => {
    const name = columns[at]?.name ?? ''
    const trait = traits.map((id) => measured.find((one) => one.trait === id)).find((one) => one !== undefined)
    const day = columns[at]?.takenOn ?? date
    const copied = placeOfCopy(names, name, copy)
    const flightId =
      day === undefined
        ? copied === undefined
          ? usualFlightId
          : (flights[copied]?.trialFlightId ?? null)
        : onlyFlightOn(day)
    return {
      trait: trait?.trait ?? null,
      stat: trait && !trait.stats.includes(stat) ? mainValueOf(trait.trait).stat : stat,
      scope: trait && !trait.scopes.includes(scope) ? mainValueOf(trait.trait).scope : scope,
      flightId,
    }
  })
}

/** `GLI`, `GLI.1` and `GLI.2` are the first three flights; where there is no `GLI`, `GLI.1` is the first. */
function placeOfCopy(names: ReadonlySet<string>, name: string, copy: number | undefined): number | undefined {
  if (copy === undefined) return names.has(`${name}.1`) ? 0 : undefined
  return names.has(name.replace(/\.\d+$/, '')) ? copy : copy - 1
}

/** Values that can be asked for. */
export type WholeMatch = Match & { trait: string; flightId: string }

export const isWhole = (match: Match, { measured }: Measurement): match is WholeMatch =>
  match.trait !== null &&
  match.flightId !== null &&
  measured.some(({ trait, flightIds }) => trait === match.trait && flightIds.includes(match.flightId ?? ''))
