import { Download, Square } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { toast } from '../overlay/toast.ts'
import { type Counted, countText } from './count.tsx'
import { saveFile } from './save-file.ts'
import { useStoppable } from './use-stoppable.ts'

type ExportButtonProps = {
  /** The name of the list, as in 'Export CSV of users'. */
  what: string
  fileName: () => string
  /** Fetches the file and reports the number of received rows. */
  load: (signal: AbortSignal, onRows: (rows: number) => void) => Promise<Blob>
  /** The total number of rows, as far as known. */
  of: Counted | undefined
  /** The message for a failed export. */
  explain: (error: unknown) => string
}

/** Downloads a list as a CSV file, with progress and a stop button. */
export function ExportButton({ what, fileName, load, of, explain }: ExportButtonProps) {
  const [received, setReceived] = useState(0)
  const { failure, isRunning, press } = useStoppable(async (signal) => {
    let rows = 0
    setReceived(0)
    const file = await load(signal, (count) => {
      rows = count
      setReceived(count)
    })
    saveFile(file, fileName())
    toast.success(`Exported ${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`)
  }, explain)
  return (
    <span className="flex flex-wrap items-center gap-y-1 text-sm">
      {failure !== undefined && (
        <span role="alert" className="mr-3 text-danger">
          The export failed. {failure}
        </span>
      )}
      <output className="text-muted tabular-nums not-empty:mr-3">{isRunning && wordsFor(received, of)}</output>
      {/* One button for both, so that the focus stays on it. */}
      <Button
        size="small"
        variant={isRunning ? 'secondary' : 'quiet'}
        aria-label={isRunning ? 'Stop the export' : `Export CSV of ${what}`}
        className={isRunning ? 'mr-3' : ''}
        onClick={press}
      >
        {isRunning ? <Square aria-hidden className="size-3.5" /> : <Download aria-hidden className="size-4" />}
        {isRunning ? 'Stop' : 'Export CSV'}
      </Button>
    </span>
  )
}

function wordsFor(rows: number, of: Counted | undefined): string {
  if (rows === 0 || of === undefined) return 'Exporting…'
  return `Exporting ${rows.toLocaleString('en')} of ${countText({ ...of, total: Math.max(of.total, rows) })}`
}
