type ExampleTableProps = {
  heads: readonly [string, ...string[]]
  /** Each begins with what it is of. */
  rows: readonly (readonly [string, ...string[]])[]
  caption: string
  /** The padding of headings and of cells. */
  padding: { head: string; cell: string }
}

/** A few rows of a table, as a customer sends or gets it. */
export const ExampleTable = ({
  heads: [first, ...heads],
  rows,
  caption,
  padding: { head, cell },
}: ExampleTableProps) => (
  <figure className="min-w-0">
    <div className="overflow-x-auto rounded-sm border border-line-strong bg-card">
      <table className="w-full text-sm tabular-nums">
        <thead>
          <tr className="border-b border-line-strong text-right">
            <th scope="col" className={`${head} text-left font-semibold`}>
              {first}
            </th>
            {heads.map((name) => (
              <th key={name} scope="col" className={`${head} font-semibold`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values]) => (
            <tr key={name} className="border-b border-line text-right last:border-0">
              <th scope="row" className={`${cell} text-left font-medium`}>
                {name}
              </th>
              {values.map((value, column) => (
                <td key={heads[column]} className={`${cell} whitespace-nowrap`}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    <figcaption className="mt-2 text-sm text-muted">{caption}</figcaption>
  </figure>
)
