import { Printer } from 'lucide-react'
import { PRINT_ROWS_MAX } from '#web/lib/printing.ts'
import { Button } from '#web/ui/button.tsx'

/** Of the map, or of the tab that is open. */
export const PrintButton = () => (
  <Button variant="quiet" size="small" onClick={() => window.print()}>
    <Printer aria-hidden className="size-4" />
    <span className="max-md:sr-only">Print</span>
  </Button>
)

/** Says of a long table that paper has its first rows only. */
export const CutOnPaper = ({ rows }: { rows: number }) =>
  rows > PRINT_ROWS_MAX && (
    <p className="hidden text-sm print:block">
      The first {PRINT_ROWS_MAX.toLocaleString('en')} of {rows.toLocaleString('en')} rows. Downloads have all of them.
    </p>
  )
