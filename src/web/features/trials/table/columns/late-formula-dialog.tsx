import { latePart } from '../../late-part.tsx'

/** Loaded when it is opened first. */
export const LateFormulaDialog = latePart(
  async () => (await import('./formula-column-dialog.tsx')).FormulaColumnDialog,
  'The form could not be loaded',
)
