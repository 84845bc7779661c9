import type { RunItem } from '#contract/processing.ts'
import { qualityFigures } from './quality-figures.ts'

/** What an engine measured of its own work, and what to mind. */
export const RunQuality = ({ quality }: { quality: NonNullable<RunItem['quality']> }) => (
  <div className="grid items-start gap-x-8 gap-y-3 text-sm @lg:grid-cols-2">
    <table className="w-full">
      <caption className="pb-1.5 text-left font-medium">Quality</caption>
      <tbody>
        {qualityFigures(quality).map(({ label, value }) => (
          <tr key={label} className="border-t border-line align-top">
            <th scope="row" className="py-1.5 pr-4 text-left font-normal text-muted">
              {label}
            </th>
            <td className="py-1.5 text-right whitespace-nowrap tabular-nums">
              {value ?? <span className="text-muted">Unknown</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
