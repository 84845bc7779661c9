import { dateText } from '#domain/dates.ts'
import { colourOf } from '#imagery/traits/derived/colour-scale.ts'
import type { Repeatability, WhyNone } from '#imagery/traits/derived/repeatability.ts'
import { WHY_NONE } from '#imagery/traits/derived/why-none.ts'
import { classNames } from '#web/ui/class-names.ts'
import { onDate } from '../workspace/days.ts'
import { Matrix } from './heat-table.tsx'

/** Light enough for dark figures. */
const PALE = 0.42
const paleColour = (share: number): string => colourOf(Math.min(1, Math.max(0, share)) * PALE, [0, 1])

export type TrustRow = {
  trait: string
  name: string
  /** Of each date; undefined where the trait has no values. */
  found: readonly (Repeatability | WhyNone | undefined)[]
}

type TrustTableProps = {
  rows: readonly TrustRow[]
  days: readonly { id: string; date: string }[]
  chosen: { trait: string; date: string }
  onChoose: (trait: string, date: string) => void
}

/** How repeatable each trait is on each date. */
export function TrustTable({ rows, days, chosen, onChoose }: TrustTableProps) {
  const reasons = new Set(rows.flatMap(({ found }) => found.filter((one) => typeof one === 'string')))
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="font-semibold">What can be trusted</h3>
      <p className="max-w-prose text-sm text-muted">
        Repeatability is the share of the variance between plots that genotypes explain, from 0 to 1 (REML). Small below
        it: the same for means of genotypes over their plots, then the 95 % interval of the first.
      </p>
      <Matrix
        label="What can be trusted"
        corner="Trait"
        columns={days.map(({ id, date }) => ({ id, title: dateText(date) }))}
        last="Best date"
      >
        {rows.map(({ trait, name, found }) => {
          const best = bestOf(found)
          return (
            <tr key={trait} className="border-t border-line">
              <th scope="row" className="min-w-28 px-2 py-1 text-left font-semibold sm:whitespace-nowrap">
                {name}
              </th>
              {days.map(({ id, date }, at) => (
                <td key={id} className="p-0.5 text-center">
                  <TrustCell
                    found={found[at]}
                    label={`${name}${onDate(date)}`}
                    isChosen={chosen.trait === trait && chosen.date === date}
                    onChoose={() => onChoose(trait, date)}
                  />
                </td>
              ))}
              <td className="px-2 whitespace-nowrap">{best < 0 ? '–' : dateText(days[best]?.date ?? '')}</td>
            </tr>
          )
        })}
      </Matrix>
      {[...reasons].map((why) => (
        <p key={why} className="text-sm text-muted">
          – {WHY_NONE[why]}
        </p>
      ))}
    </div>
  )
}

type TrustCellProps = {
  found: Repeatability | WhyNone | undefined
  label: string
  isChosen: boolean
  onChoose: () => void
}

function TrustCell({ found, label, isChosen, onChoose }: TrustCellProps) {
  if (found === undefined) return null
  if (typeof found === 'string')
    return (
      <abbr title={WHY_NONE[found]} className="text-muted no-underline">
        –
      </abbr>
    )
  const { ofPlots, ofMeans, intervalOfPlots } = found
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={`${label}: ${shareText(ofPlots)}, of means ${shareText(ofMeans)}, interval ${intervalText(intervalOfPlots)}`}
      style={{ background: paleColour(ofPlots) }}
      className={classNames('w-full rounded px-2 py-1 text-ramp-9', isChosen ? 'ring-2 ring-ink' : 'hover:underline')}
      onClick={onChoose}
    >
      <span className="block font-semibold">{shareText(ofPlots)}</span>
      <span className="block text-note whitespace-nowrap">{shareText(ofMeans)} of means</span>
      <span className="block text-note whitespace-nowrap">{intervalText(intervalOfPlots)}</span>
    </button>
  )
}

export const shareText = (share: number): string => share.toFixed(2)

export const intervalText = ([low, high]: readonly [number, number]): string =>
  `${shareText(low)} to ${shareText(high)}`

/** The place of the most repeatable date; -1 without one. */
function bestOf(found: TrustRow['found']): number {
  const shares = found.map((one) => (typeof one === 'object' ? one.ofPlots : -1))
  const best = shares.indexOf(Math.max(...shares))
  return (shares[best] ?? -1) > 0 ? best : -1
}
