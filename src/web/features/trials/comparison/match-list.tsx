import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { SCOPES } from '#domain/trials.ts'
import { counted } from '#domain/units.ts'
import { knownDifferenceOf } from '#imagery/comparison/known-differences.ts'
import type { JoinedColumn } from '#imagery/plot-values/join-values.ts'
import { mainValueOf } from '#imagery/traits/catalogue/canopy-traits.ts'
import { Select } from '#web/ui/form/select.tsx'
import { FlightSelect } from '../flight-select.tsx'
import { SCOPE_NAMES, STAT_NAMES } from '../messages.ts'
import type { Trial } from '../trial-queries.ts'
import { inOrder, nameOf } from '../workspace/trait-names.ts'
import type { Measurement } from '../workspace/workspace.ts'
import type { Match } from './column-matches.ts'

type MatchListProps = {
  columns: readonly JoinedColumn[]
  matches: readonly Match[]
  measurement: Measurement
  flights: Trial['flights']
  onChange: (at: number, change: Partial<Match>) => void
}

/** What each column is compared with, to be changed by a person. */
export const MatchList = ({ columns, matches, ...about }: MatchListProps) => (
  <ul className="divide-y divide-line border-y border-line" aria-label="Columns of your table">
    {columns.map((column, at) => {
      const match = matches[at]
      return (
        // oxlint-disable-next-line react/no-array-index-key -- two columns may have one name
        <li key={at} className="py-3">
          {match && <MatchRow {...about} column={column} match={match} at={at} />}
        </li>
      )
    })}
  </ul>
)

type MatchRowProps = Omit<MatchListProps, 'columns' | 'matches'> & { column: JoinedColumn; match: Match; at: number }

function MatchRow({ column, match, at, measurement, flights, onChange }: MatchRowProps) {
  const title = dateText(titleOf(column))
  const trait = measurement.measured.find((one) => one.trait === match.trait)
  const known = knownDifferenceOf(column.name)
  return (
    <fieldset className="grid min-w-0 grid-cols-2 items-end gap-x-4 gap-y-2 @4xl:grid-cols-[minmax(9rem,1fr)_2fr_1fr_1.3fr_1fr]">
      <legend className="sr-only">{displayName(title)}</legend>
      <p className="min-w-0 self-center text-sm max-@4xl:col-span-2">
        <bdi className="font-semibold wrap-anywhere">{displayName(title)}</bdi>
        <span className="block text-muted">{countText(column)}</span>
      </p>
      <Select
        label="Compared with"
        className="max-@4xl:col-span-2"
        value={match.trait ?? ''}
        options={[
          { value: '', label: 'Nothing' },
          ...inOrder(measurement.measured).map((one) => ({ value: one.trait, label: nameOf(one) })),
        ]}
        onChange={({ target }) =>
          onChange(at, target.value === '' ? { trait: null } : { trait: target.value, ...mainValueOf(target.value) })
        }
      />
      {trait && (
        <>
          <FlightSelect
            label="Date"
            value={match.flightId ?? ''}
            placeholder="Choose a date"
            error={problemOfDate(match.flightId, trait)}
            flights={flights}
            onChoose={(flightId) => onChange(at, { flightId })}
          />
          <Select
            label="Statistic"
            value={match.stat}
            options={trait.stats.map((value) => ({ value, label: STAT_NAMES[value] }))}
            onChange={({ target }) => onChange(at, { stat: trait.stats.find((one) => one === target.value) ?? 'mean' })}
          />
          <Select
            label="Of"
            value={match.scope}
            options={trait.scopes.map((value) => ({ value, label: SCOPE_NAMES[value] }))}
            onChange={({ target }) => onChange(at, { scope: SCOPES.find((one) => one === target.value) ?? 'all' })}
          />
        </>
      )}
      {known && (
        <p className="max-w-prose text-sm text-muted col-span-full">
          {known.tool}: {known.name} is {known.written}. {known.right}
        </p>
      )}
    </fieldset>
  )
}

const problemOfDate = (flightId: string | null, { flightIds }: { flightIds: readonly string[] }): string | undefined =>
  flightId !== null && !flightIds.includes(flightId) ? 'It wasn’t measured on this date' : undefined

export const titleOf = ({ name, takenOn }: Pick<JoinedColumn, 'name' | 'takenOn'>): string =>
  takenOn === undefined || name.includes(takenOn) ? name : `${name} ${takenOn}`

const count = (many: number): string => many.toLocaleString('en')

function countText({ values, texts: { count: texts }, unmatched, duplicates }: JoinedColumn): string {
  return [
    counted(values.length - texts, 'number'),
    texts > 0 && `${count(texts)} texts`,
    unmatched.length > 0 && `${count(unmatched.length)} for no plot`,
    duplicates.length > 0 && `${count(duplicates.length)} twice`,
  ]
    .filter(Boolean)
    .join(', ')
}
