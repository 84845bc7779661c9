import { isReportCategory, OUTPUT_NAMES, REPORT_CATEGORIES } from '#domain/analyses.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { UnknownValue } from '#web/ui/list/unknown-value.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'

type OrderedOutputsProps = {
  ordered: readonly string[]
  ticked: readonly string[]
  disabled: boolean
  onTick: (ticked: readonly string[]) => void
}

/** What the customer ordered, for staff to tick off. Nothing of it is saved. */
export const OrderedOutputs = ({ ordered, ticked, disabled, onTick }: OrderedOutputsProps) => (
  <fieldset disabled={disabled}>
    <legend className="mb-1 text-sm font-medium">Requested outputs: tick what this report contains</legend>
    {ordered.map((id) => (
      <Checkbox
        key={id}
        label={isReportCategory(id) ? REPORT_CATEGORIES[id] : <UnknownValue>{id}</UnknownValue>}
        checked={ticked.includes(id)}
        onChange={(event) => onTick(event.target.checked ? [...ticked, id] : ticked.filter((other) => other !== id))}
      />
    ))}
  </fieldset>
)

type MissingOutputsDialogProps = { missing: readonly string[]; onPublish: () => void; onKeep: () => void }

/** Asks before a report is published without outputs that were ordered. */
export const MissingOutputsDialog = ({ missing, onPublish, onKeep }: MissingOutputsDialogProps) => (
  <ConfirmDialog
    title="Publish anyway?"
    confirmLabel="Publish and notify"
    keepLabel="Go back"
    onConfirm={onPublish}
    onKeep={onKeep}
  >
    <p>
      These requested outputs are not ticked:{' '}
      {missing.map((id) => (isReportCategory(id) ? OUTPUT_NAMES[id] : id)).join(', ')}.
    </p>
  </ConfirmDialog>
)
