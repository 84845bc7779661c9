import { firstReadings } from './trial-readings.ts'

const HEADS = ['Index', 'Cover, %', 'Height, cm'] as const

/** The first plots of the example trial. */
export const PlotTable = () => (
  <figure className="min-w-0">
    <div className="overflow-x-auto rounded-sm border border-line-strong bg-card">
      <table className="w-full text-sm tabular-nums">
        <thead>
          <tr className="border-b border-line-strong text-right">
            <th scope="col" className="px-3 py-2.5 text-left font-semibold sm:px-4">
              Plot
            </th>
            {HEADS.map((head) => (
              <th key={head} scope="col" className="px-3 py-2.5 font-semibold sm:px-4">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {firstReadings(7).map(({ number, index, coverPercent, heightCm }) => (
            <tr key={number} className="border-b border-line text-right last:border-0">
              <th scope="row" className="px-3 py-2 text-left font-medium sm:px-4">
                {number}
              </th>
              <td className="px-3 py-2 sm:px-4">{index.toFixed(2)}</td>
              <td className="px-3 py-2 sm:px-4">{coverPercent}</td>
              <td className="px-3 py-2 sm:px-4">{heightCm}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    <figcaption className="mt-2 text-sm text-muted">
      The first plots of the synthetic trial on our home page.
    </figcaption>
  </figure>
)
