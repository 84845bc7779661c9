import { Download, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { type Counted, countText } from './count.tsx'
import { saveFile } from './save-file.ts'
import { toast } from './toast.ts'

/** The next piece of a file, with how many rows of how many are in it by now. */
type Piece = Counted & { text: string; rows: number }

type ExportButtonProps = {
  /** What is exported, as in 'Export CSV of users'. */
  what: string
  fileName: () => string
  pieces: (signal: AbortSignal) => AsyncIterable<Piece>
  /** Why it failed, for people. */
  explain: (error: unknown) => string
}

type Progress = { rows: number; of: Counted | undefined }

/** Saves a list as a file while it is fetched page by page; says how far it is, and can be stopped. */
export function ExportButton({ what, fileName, pieces, explain }: ExportButtonProps) {
  const [progress, setProgress] = useState<Progress>()
  const [failure, setFailure] = useState<string>()
  const stopping = useRef<AbortController>(undefined)

  const run = async () => {
    const stop = new AbortController()
    stopping.current = stop
    setFailure(undefined)
    setProgress({ rows: 0, of: undefined })
    try {
      const texts: string[] = []
      let rows = 0
      for await (const piece of pieces(stop.signal)) {
        if (stop.signal.aborted) return
        texts.push(piece.text)
        rows = piece.rows
        setProgress({ rows, of: piece })
      }
      saveFile(new Blob(texts, { type: 'text/csv;charset=utf-8' }), fileName())
      toast.success(`Exported ${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`)
    } catch (error) {
      if (stop.signal.aborted) return
      setFailure(explain(error))
    } finally {
      setProgress(undefined)
    }
  }

  useEffect(() => () => stopping.current?.abort(), [])

  return (
    <span className="flex flex-wrap items-center gap-y-1 text-sm">
      {failure !== undefined && (
        <span role="alert" className="mr-3 text-danger">
          The export failed. {failure}
        </span>
      )}
      <output className="text-muted tabular-nums not-empty:mr-3">{progress && wordsFor(progress)}</output>
      {/* One button for both, so that the focus stays on it. */}
      <Button
        size="small"
        variant={progress ? 'secondary' : 'quiet'}
        aria-label={progress ? 'Stop the export' : `Export CSV of ${what}`}
        className={progress ? 'mr-3' : ''}
        onClick={() => (progress ? stopping.current?.abort() : void run())}
      >
        {progress ? <Square aria-hidden className="size-3.5" /> : <Download aria-hidden className="size-4" />}
        {progress ? 'Stop' : 'Export CSV'}
      </Button>
    </span>
  )
}

const wordsFor = ({ rows, of }: Progress): string =>
  of === undefined ? 'Exporting…' : `Exporting ${rows.toLocaleString('en')} of ${countText(of)}`
