import { useState } from 'react'
import { traitFile } from '#imagery/field-book/trait-file.ts'
import { saveFile } from '#web/ui/list/save-file.ts'
import { useOwnColumns } from '../field-book-queries.ts'
import { problemOf } from '../messages.ts'
import { DownloadRow } from './download-row.tsx'
import { FileButton, FileList, FileRow } from './file-row.tsx'

type FieldBookFilesProps = {
  trialId: string
  /** Of files, without what follows. */
  name: string
  /** The field file. */
  load: (signal: AbortSignal) => Promise<Blob>
}

const TRAITS = 'Traits to score (TRT)'

/** The plots and own columns of a trial, for scoring them with a phone. */
export function FieldBookFiles({ trialId, name, load }: FieldBookFilesProps) {
  const { data: columns, error } = useOwnColumns(trialId)
  const [isEmpty, setEmpty] = useState(false)
  const saveTraits = () => {
    setEmpty(columns?.length === 0)
    if (!columns || columns.length === 0) return
    saveFile(new Blob([traitFile(columns)]), `${name}_traits.trt`)
  }
  const none = isEmpty ? 'This trial has no own columns yet. Add one in the table, such as a score.' : undefined
  return (
    <FileList
      title="For the app Field Book"
      about="Score the plots with a phone or tablet. What the app exports, as a database or a table, comes back with Add scores and yield in the table."
    >
      <DownloadRow
        name="Field (CSV)"
        about="The plots, in the order of rows and columns, with the coordinates of their centres. As unique identifier choose unique_id: the app wants ids that no other of its fields has."
        fileName={`${name}_field.csv`}
        load={load}
      />
      <FileRow
        name={TRAITS}
        about="The own columns of this trial: those of numbers as numeric traits, those of dates as dates, the others as text."
        problem={error ? problemOf(error) : none}
        button={<FileButton verb="Download" name={TRAITS} disabled={!columns} onPress={saveTraits} />}
      />
    </FileList>
  )
}
