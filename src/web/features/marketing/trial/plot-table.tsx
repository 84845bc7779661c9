import { ExampleTable } from '../example-table.tsx'
import { firstReadings } from './trial-readings.ts'

/** The first plots of the example trial. */
export const PlotTable = () => (
  <ExampleTable
    heads={['Plot', 'Index', 'Cover, %', 'Height, cm']}
    rows={firstReadings(7).map(({ number, index, coverPercent, heightCm }) => [
      String(number),
      index.toFixed(2),
      String(coverPercent),
      String(heightCm),
    ])}
    padding={{ head: 'px-3 py-2.5 sm:px-4', cell: 'px-3 py-2 sm:px-4' }}
    caption="The first plots of the synthetic trial on our home page."
  />
)
