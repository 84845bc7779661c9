import { ExampleTable } from '../example-table.tsx'

const POINTS = [
  ['GCP1', '412 086.31', '5 706 214.88', '61.42'],
  ['GCP2', '412 139.77', '5 706 208.15', '61.97'],
  ['GCP3', '412 091.02', '5 706 187.60', '60.85'],
] as const

const PADDING = 'px-2.5 py-2.5 sm:px-4'

/** An example of a ground control file. */
export const PointTable = () => (
  <ExampleTable
    heads={['Point', 'Easting', 'Northing', 'Height']}
    rows={POINTS}
    padding={{ head: PADDING, cell: PADDING }}
    caption="A ground control file, here in metres. Tell us its coordinate system in the description. The points are examples."
  />
)
