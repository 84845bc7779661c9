import { colourOf } from '#imagery/traits/derived/colour-scale.ts'

/** Light enough for dark figures. */
const PALE = 0.42

/** The background of a share from 0 to 1. */
export const paleColour = (share: number): string => colourOf(Math.min(1, Math.max(0, share)) * PALE, [0, 1])

type HeatCell = { text: string; hint: string; share: number } | null

type HeatTableProps = {
  label: string
  /** The heading of the first column. */
  corner: string
  columns: readonly { id: string; title: string }[]
  rows: readonly { id: string; title: string; cells: readonly HeatCell[] }[]
}

/** Figures on colours that grow with them. */
export const HeatTable = ({ label, corner, columns, rows }: HeatTableProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys
  <section tabIndex={0} aria-label={label} className="max-h-[70dvh] w-full overflow-auto">
    <table className="border-collapse text-sm tabular-nums">
      <thead className="sticky top-0 bg-paper text-xs text-muted">
        <tr>
          <th scope="col" className="px-2 py-2 text-left font-semibold">
            {corner}
          </th>
          {columns.map(({ id, title }) => (
            <th key={id} scope="col" className="px-2 font-semibold whitespace-nowrap">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, title, cells }) => (
          <tr key={id}>
            <th scope="row" className="min-w-28 px-2 text-left text-xs font-semibold text-muted sm:whitespace-nowrap">
              {title}
            </th>
            {columns.map((column, at) => {
              const cell = cells[at] ?? null
              return (
                <td key={column.id} className="p-0.5 text-center">
                  {cell ? (
                    <span
                      title={cell.hint}
                      className="block rounded px-2 py-1 text-ramp-9"
                      style={{ background: paleColour(cell.share) }}
                    >
                      {cell.text}
                    </span>
                  ) : (
                    <span className="text-muted">–</span>
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
