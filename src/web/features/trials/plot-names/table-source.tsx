import { displayName } from '#domain/display-names.ts'
import { MiB } from '#domain/units.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ChangeFileButton, FileDrop } from '#web/ui/form/file-drop.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import type { Source } from './use-plot-names.ts'

const BYTES_MAX = MiB(16)
export const TOO_LARGE = 'This table is larger than 16 MB.'
export const isTooLargeTable = ({ file, text }: Source): boolean => (file?.size ?? text.length) > BYTES_MAX
export const isGivenTable = ({ file, text }: Source): boolean => file !== null || text.trim() !== ''

type TableSourceProps = {
  source: Source
  problem: string | undefined
  hint: string
  onGive: (given: Partial<Source>) => void
}

/** A table that is pasted, or a file. */
export const TableSource = ({ source: { file, text }, problem, hint, onGive }: TableSourceProps) => (
  <>
    <TextArea
      label="Cells of a spreadsheet"
      rows={5}
      value={text}
      hint={hint}
      onChange={({ target }) => onGive({ text: target.value })}
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
      onFiles={([chosen]) => chosen && onGive({ file: chosen })}
    />
    {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
  </>
)
