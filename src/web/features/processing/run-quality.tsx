import type { RunItem } from '#contract/processing.ts'
import { Badge } from '#web/ui/badge.tsx'
import { TableHeads } from '#web/ui/list/table-heads.tsx'
import { type Figure, qualityFigures } from './quality-figures.ts'

/** What an engine measured of its own work, and what to mind. */
export const RunQuality = ({ quality }: { quality: NonNullable<RunItem['quality']> }) => (
  <div className="flex flex-col gap-4 text-sm">
    <div className="overflow-x-auto">
      <table className="w-full max-w-3xl">
        <caption className="pb-1.5 text-left font-medium">Quality</caption>
        <TableHeads titles={['Figure', 'Value', 'Target']} className="pr-4 pb-1 font-semibold last:pr-0" />
        <tbody>
          {qualityFigures(quality).map((figure) => (
            <tr key={figure.label} className="border-t border-line align-top">
              <FigureName {...figure} />
              <td className="py-1.5 pr-4">
                <FigureValue {...figure} />
              </td>
              <td className="py-1.5 text-muted">{figure.target}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    {quality.notes.length > 0 && (
      <div>
        <h3 className="pb-1.5 font-medium">What to mind</h3>
        <ul className="flex max-w-prose list-disc flex-col gap-1.5 pl-4 wrap-anywhere">
          {quality.notes.map((note, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- notes may be alike
            <li key={at}>{note}</li>
          ))}
        </ul>
      </div>
    )}
  </div>
)

export const FigureName = ({ label, hint }: Pick<Figure, 'label' | 'hint'>) => (
  <th scope="row" className="py-1.5 pr-4 text-left font-normal">
    {label}
    {hint !== undefined && <span className="block text-xs text-muted">{hint}</span>}
  </th>
)

export const FigureValue = ({ value, mark }: Pick<Figure, 'value' | 'mark'>) => (
  <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere tabular-nums">
    {value ?? <span className="text-muted">Unknown</span>}
    {mark && <Badge tone={MARKS[mark].tone}>{MARKS[mark].name}</Badge>}
  </span>
)

const MARKS = {
  good: { tone: 'green', name: 'Good' },
  look: { tone: 'yellow', name: 'Look' },
  bad: { tone: 'red', name: 'Bad' },
} as const
