import { Printer } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'

/** Of the tab that is shown. */
export const PrintButton = () => (
  <Button variant="quiet" size="small" onClick={() => window.print()}>
    <Printer aria-hidden className="size-4" />
    Print
  </Button>
)
