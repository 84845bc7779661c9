import { useState } from 'react'
import { displayName } from '#domain/display-names.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { flagsText, valueText } from '../messages.ts'
import type { PlotOutline } from '../workspace/plot-geometry.ts'
import type { DatedValues } from '../workspace/workspace.ts'

type PlotTableProps = {
  label: string
  unit: string
  plots: readonly PlotOutline[]
  dates: readonly DatedValues[]
  chosen: string | null
  onChoose: (plotId: string) => void
}

const ROWS_AT_ONCE = 100
/** Whether a plot has an attribute, in the order of the columns. */
const ATTRIBUTES = [
  ['row', 'Row'],
  ['column', 'Column'],
  ['rep', 'Replicate'],
  ['block', 'Block'],
  ['entry', 'Entry'],
  ['genotype', 'Genotype'],
  ['treatment', 'Treatment'],
] as const

/** A row for each plot, a column for each date. */
export function PlotTable({ label, unit, plots, dates, chosen, onChoose }: PlotTableProps) {
  const [shown, setShown] = useState(ROWS_AT_ONCE)
  const [sort, setSort] = useState<{ date: string; isDown: boolean } | null>(null)
  const attributes = ATTRIBUTES.filter(([name]) => plots.some((plot) => plot.attributes[name] !== undefined))
  const order = orderOf(plots, dates, sort)
  return (
    <div className="flex flex-col gap-4">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys */}
      <section tabIndex={0} aria-label={label} className="max-h-[70dvh] overflow-auto border-y border-line-strong">
        <table className="w-full border-collapse text-sm tabular-nums">
          <thead className="sticky top-0 bg-paper text-left text-xs text-muted">
            <tr>
              <th scope="col" className="px-2 py-2.5 font-semibold">
                Plot
              </th>
              {attributes.map(([name, title]) => (
                <th key={name} scope="col" className="px-2 font-semibold">
                  {title}
                </th>
              ))}
              {dates.map(({ date }) => (
                <th
                  key={date}
                  scope="col"
                  aria-sort={sort?.date === date ? (sort.isDown ? 'descending' : 'ascending') : 'none'}
                  className="px-2 text-right font-semibold whitespace-nowrap"
                >
                  <button
                    type="button"
                    className="rounded px-1 py-0.5 hover:text-ink hover:underline"
                    onClick={() => setSort({ date, isDown: sort?.date === date ? !sort.isDown : true })}
                  >
                    {date}
                    {sort?.date === date && (sort.isDown ? ' ↓' : ' ↑')}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {order.slice(0, shown).map((at) => {
              const plot = plots[at]
              return plot && <PlotRow key={plot.plotId} {...{ plot, at, unit, attributes, dates, chosen, onChoose }} />
            })}
          </tbody>
        </table>
      </section>
      {plots.length > shown && (
        <Button variant="secondary" className="self-center" onClick={() => setShown(shown + ROWS_AT_ONCE)}>
          {`Show more of ${plots.length.toLocaleString('en')} plots`}
        </Button>
      )}
    </div>
  )
}

type PlotRowProps = Pick<PlotTableProps, 'unit' | 'dates' | 'chosen' | 'onChoose'> & {
  plot: PlotOutline
  at: number
  attributes: readonly (readonly [name: string, title: string])[]
}

const PlotRow = ({ plot, at, unit, attributes, dates, chosen, onChoose }: PlotRowProps) => (
  <tr className={classNames('border-t border-line', plot.plotId === chosen && 'bg-card')}>
    <th scope="row" className="px-2 py-1 text-left font-semibold">
      <button
        type="button"
        dir="auto"
        aria-pressed={plot.plotId === chosen}
        className="rounded px-1 py-0.5 underline-offset-2 hover:underline"
        onClick={() => onChoose(plot.plotId)}
      >
        {displayName(plot.plotId)}
      </button>
    </th>
    {attributes.map(([name]) => (
      <td key={name} className="px-2">
        <bdi>{displayName(plot.attributes[name] ?? '')}</bdi>
      </td>
    ))}
    {dates.map(({ date, values, flags }) => (
      <td key={date} className="px-2 text-right">
        {valueText(values[at], unit)}
        {(flags[at]?.length ?? 0) > 0 && (
          <abbr title={flagsText(flags[at])} className="ml-0.5 text-danger no-underline">
            *
          </abbr>
        )}
      </td>
    ))}
  </tr>
)

/** Places of plots; those without a value come last. */
function orderOf(
  plots: readonly PlotOutline[],
  dates: readonly DatedValues[],
  sort: { date: string; isDown: boolean } | null,
): number[] {
  const order = plots.map((_, at) => at)
  const values = sort && dates.find(({ date }) => date === sort.date)?.values
  if (!sort || !values) return order
  const sign = sort.isDown ? -1 : 1
  return order.toSorted((a, b) => {
    const [left, right] = [values[a] ?? null, values[b] ?? null]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return sign * (left - right)
  })
}
