import { displayName } from '#domain/display-names.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ChangeFileButton, FileDrop } from '#web/ui/form/file-drop.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'

/** A file, else a text. `key` tells one from the next. */
export type Source = { file: File | null; text: string; key: number }

export const NO_TABLE: Source = { file: null, text: '', key: 0 }

let given = 0
const sourceOf = (what: Partial<Source>): Source => {
  given += 1
  return { ...NO_TABLE, ...what, key: given }
}

type TableSourceProps = {
  source: Source
  problem: string | undefined
  hint: string
  onGive: (source: Source) => void
}

/** A table that is pasted, or a file. */
export const TableSource = ({ source: { file, text }, problem, hint, onGive }: TableSourceProps) => (
  <>
    <TextArea
      label="Cells of a spreadsheet"
      rows={5}
      value={text}
      hint={hint}
      onChange={({ target }) => onGive(sourceOf({ text: target.value }))}
    />
    <FileDrop
      label="Or a file"
      hint="CSV, TSV or XLSX; of several sheets, the one with the wanted columns is read"
      error={undefined}
      chosen={
        file && (
          <p className="flex items-center justify-between gap-3 rounded-md border border-line p-3 text-sm">
            <span className="min-w-0 wrap-anywhere">{displayName(file.name)}</span>
            <ChangeFileButton name={displayName(file.name)} />
          </p>
        )
      }
      onFiles={([chosen]) => chosen && onGive(sourceOf({ file: chosen }))}
    />
    {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
  </>
)
