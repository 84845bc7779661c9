import { type ComponentProps, Suspense } from 'react'
import { lateComponent } from '#web/lib/late-code.tsx'
import { standIn } from '../../stand-in.tsx'
import type { FormulaColumnDialog } from './formula-column-dialog.tsx'

const Dialog = lateComponent(
  async () => (await import('./formula-column-dialog.tsx')).FormulaColumnDialog,
  standIn('The form could not be loaded'),
)

/** Loaded when it is opened first. */
export const LateFormulaDialog = (props: ComponentProps<typeof FormulaColumnDialog>) => (
  <Suspense fallback={null}>
    <Dialog {...props} />
  </Suspense>
)
