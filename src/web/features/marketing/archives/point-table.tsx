const POINTS = [
  ['GCP1', '412 086.31', '5 706 214.88', '61.42'],
  ['GCP2', '412 139.77', '5 706 208.15', '61.97'],
  ['GCP3', '412 091.02', '5 706 187.60', '60.85'],
] as const

/** An example of a ground control file. */
export const PointTable = () => (
  <figure className="min-w-0">
    <div className="overflow-x-auto rounded-sm border border-line-strong bg-card">
      <table className="w-full text-sm tabular-nums">
        <thead>
          <tr className="border-b border-line-strong text-right">
            <th scope="col" className="px-2.5 py-2.5 sm:px-4 text-left font-semibold">
              Point
            </th>
            <th scope="col" className="px-2.5 py-2.5 sm:px-4 font-semibold">
              Easting
            </th>
            <th scope="col" className="px-2.5 py-2.5 sm:px-4 font-semibold">
              Northing
            </th>
            <th scope="col" className="px-2.5 py-2.5 sm:px-4 font-semibold">
              Height
            </th>
          </tr>
        </thead>
        <tbody>
          {POINTS.map(([point, ...values]) => (
            <tr key={point} className="border-b border-line text-right last:border-0">
              <th scope="row" className="px-2.5 py-2.5 sm:px-4 text-left font-medium">
                {point}
              </th>
              {values.map((value) => (
                <td key={value} className="px-2.5 py-2.5 sm:px-4 whitespace-nowrap">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    <figcaption className="mt-2 text-sm text-muted">
      A ground control file, here in metres. Tell us its coordinate system in the description. The points are examples.
    </figcaption>
  </figure>
)
