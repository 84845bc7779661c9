import { Printer } from 'lucide-react'
import { PRINT_ROWS_MAX } from '#web/lib/printing.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

/** Of the map, or of the tab that is open. */
export const PrintButton = () => (
  <IconButton icon={Printer} label="Print" className="max-sm:hidden" onClick={() => window.print()} />
)

/** Says of a long table that paper has its first rows only. */
export const CutOnPaper = ({ rows }: { rows: number }) =>
  rows > PRINT_ROWS_MAX && (
    <p className="hidden text-sm print:block">
      The first {PRINT_ROWS_MAX.toLocaleString('en')} of {rows.toLocaleString('en')} rows. Downloads have all of them.
    </p>
  )
