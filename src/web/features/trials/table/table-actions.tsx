import { ClipboardCopy, ClipboardPaste, Plus, Redo2, SquareFunction, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { AddValuesDialog } from '../plot-values/add-values-dialog.tsx'
import { Problem } from '../problem.tsx'
import type { Trial } from '../trial-queries.ts'
import type { PlotOutline } from '../workspace/plot-geometry.ts'
import { LateFormulaDialog } from './columns/late-formula-dialog.tsx'
import { NewColumnDialog } from './columns/new-column-dialog.tsx'
import type { useFormulaColumns } from './columns/use-formula-columns.ts'
import type { Changes } from './rows/use-changes.ts'

type TableActionsProps = {
  plots: readonly PlotOutline[]
  changes: Changes
  trial: Pick<Trial, 'trialId' | 'isClosed'>
  computed: ReturnType<typeof useFormulaColumns>
  /** What is shown, for a spreadsheet. */
  tableText: () => string
}

/** What can be done with the whole table. */
export function TableActions({ plots, changes, trial: { trialId, isClosed }, computed, tableText }: TableActionsProps) {
  const { history, save } = changes
  const [open, setOpen] = useState<'values' | 'column' | 'formula'>()
  const close = () => setOpen(undefined)
  const copy = () =>
    navigator.clipboard.writeText(tableText()).then(
      () => toast.success('Table copied'),
      () => toast.error('The table could not be copied'),
    )
  return (
    <>
      {!isClosed && (
        <>
          <Button size="small" variant="secondary" onClick={() => setOpen('values')}>
            <ClipboardPaste aria-hidden className="size-4" />
            Add scores and yield
          </Button>
          <IconButton icon={Plus} label="New column" onClick={() => setOpen('column')} />
        </>
      )}
      <IconButton icon={SquareFunction} label="Formula column" onClick={() => setOpen('formula')} />
      <IconButton icon={ClipboardCopy} label="Copy table" onClick={() => void copy()} />
      {!isClosed && (
        <>
          <IconButton icon={Undo2} label="Undo" disabled={!history.canUndo} onClick={history.undo} />
          <IconButton icon={Redo2} label="Redo" disabled={!history.canRedo} onClick={history.redo} />
        </>
      )}
      <Problem error={history.error} />
      {open === 'values' && <AddValuesDialog trialId={trialId} plots={plots} onSave={save} onClose={close} />}
      {open === 'formula' && (
        <LateFormulaDialog trialId={trialId} others={computed.formulas} sources={computed.sources} onClose={close} />
      )}
      {open === 'column' && <NewColumnDialog onSave={save} onClose={close} />}
    </>
  )
}
