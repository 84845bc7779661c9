import type { ExchangeItem } from '#contract/exchange.ts'
import { displayName } from '#domain/display-names.ts'

type Report = NonNullable<ExchangeItem['report']>

const BY = { name: 'their names', number: 'their numbers', place: 'row and column' } as const

const count = (number: number): string => number.toLocaleString('en')

/** What is the same on both sides, what is new, and what is refused, with why. */
export function ExchangeReport({ report }: { report: Report }) {
  const { plots, items, refused } = report
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p>
        {plots.by === null
          ? 'No plot of the trial is one of the study: they share neither names nor numbers nor places.'
          : `${count(plots.matched)} plots are the same by ${BY[plots.by]}.`}
        {plots.onlyHere > 0 && ` ${count(plots.onlyHere)} are only here.`}
        {plots.onlyThere > 0 && ` ${count(plots.onlyThere)} are only there.`}
      </p>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys
        tabIndex={0}
        aria-label="What was compared"
        className="max-h-80 overflow-auto border-y border-line"
      >
        <table className="w-full border-collapse tabular-nums">
          <thead className="sticky top-0 bg-card text-left text-muted">
            <tr>
              <th className="py-1.5 pr-4 font-medium">What</th>
              <th className="py-1.5 pr-4 font-medium">There</th>
              {['Same', 'New', 'Other', 'Refused'].map((heading) => (
                <th key={heading} className="py-1.5 pl-3 text-right font-medium">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={`${item.what} ${item.there}`} className="border-t border-line">
                <th className="py-1.5 pr-4 text-left font-normal">{displayName(item.what)}</th>
                <td className="py-1.5 pr-4 text-muted">{item.there === null ? '–' : displayName(item.there)}</td>
                {[item.same, item.added, item.changed, item.refused].map((number, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: four columns that stay where they are
                  <td key={at} className="py-1.5 pl-3 text-right">
                    {number === 0 ? <span className="text-muted">0</span> : count(number)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {refused.length > 0 && (
        <ul aria-label="Refused" className="flex flex-col gap-1.5">
          {refused.map(({ reason, count: number, examples }) => (
            <li key={reason}>
              {reason}: {count(number)}
              {examples.length > 0 && <span className="block text-muted">{examples.map(displayName).join('; ')}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
