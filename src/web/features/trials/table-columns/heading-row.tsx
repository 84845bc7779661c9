import { displayName } from '#domain/display-names.ts'
import { Select } from '#web/ui/form/select.tsx'

type HeadingRowProps = {
  rows: readonly (readonly string[])[]
  /** Of a workbook with several. */
  sheet: string | null
  heading: number | null
  onChoose: (heading: number | null) => void
}

const NONE = 'none'

/** Which row of a table is its heading. */
export const HeadingRow = ({ rows, sheet, heading, onChoose }: HeadingRowProps) => (
  <Select
    label="Heading"
    hint={sheet === null ? undefined : `Of the sheet “${displayName(sheet)}”`}
    value={heading === null ? NONE : String(heading)}
    options={[
      ...rows.map((cells, at) => ({ value: String(at), label: textOf(cells) })),
      { value: NONE, label: 'None, the table begins with values' },
    ]}
    onChange={({ target }) => onChoose(target.value === NONE ? null : Number(target.value))}
  />
)

const textOf = (cells: readonly string[]): string =>
  cells
    .filter((cell) => cell.trim() !== '')
    .map(displayName)
    .join(', ') || 'empty'
