import { latePart } from '#web/lib/late-part.tsx'

/** Loaded when it is opened first. */
export const LateFormulaDialog = latePart(
  'The form could not be loaded',
  async () => (await import('./formula-column-dialog.tsx')).FormulaColumnDialog,
)
