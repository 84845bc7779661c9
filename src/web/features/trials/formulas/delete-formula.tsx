import { displayName } from '#domain/display-names.ts'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { problemOf } from '../messages.ts'
import { type Formula, useDeleteFormula } from './formula-queries.ts'

type DeleteFormulaProps = { trialId: string; formula: Formula; onClose: () => void }

export function DeleteFormula({ trialId, formula: { formulaId, trait, name }, onClose }: DeleteFormulaProps) {
  const remove = useDeleteFormula(trialId)
  return (
    <ConfirmDialog
      title="Delete formula"
      confirmLabel="Delete"
      keepLabel="Keep"
      pending={remove.isPending}
      error={remove.error ? problemOf(remove.error) : undefined}
      onKeep={onClose}
      onConfirm={() => remove.mutate(formulaId, { onSuccess: onClose })}
    >
      <p>
        Delete <bdi>{trait ?? displayName(name)}</bdi>?
        {trait !== null && ' What was measured with it keeps its values and says by which formula.'}
      </p>
    </ConfirmDialog>
  )
}
