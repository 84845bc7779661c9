import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { displayName } from '#domain/display-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { DeleteFormula } from '../../formulas/delete-formula.tsx'
import type { Formula } from '../../formulas/formula-queries.ts'
import { Disclosure } from '../../workspace/disclosure.tsx'
import { LateFormulaDialog } from './late-formula-dialog.tsx'
import type { useFormulaColumns } from './use-formula-columns.ts'

type FormulaColumnsProps = { trialId: string; computed: ReturnType<typeof useFormulaColumns> }

/** The columns by formulas, to change and to delete. */
export function FormulaColumns({ trialId, computed: { columns, formulas, sources } }: FormulaColumnsProps) {
  const [open, setOpen] = useState<{ what: 'change' | 'delete'; formula: Formula }>()
  const close = () => setOpen(undefined)
  if (formulas.length === 0) return null
  return (
    <Disclosure summary={`Formula columns (${formulas.length})`}>
      <ul className="max-w-prose divide-y divide-line border-y border-line">
        {formulas.map((formula, at) => (
          <li key={formula.formulaId} className="flex items-center gap-1 py-1">
            <div className="min-w-0 grow wrap-anywhere">
              <p>
                <bdi className="font-medium">{displayName(columns[at]?.title ?? formula.name)}</bdi>{' '}
                <span className="font-mono text-xs text-muted">= {displayName(formula.formula)}</span>
              </p>
              {columns[at]?.note !== undefined && <p className="text-muted">{displayName(columns[at].note)}</p>}
            </div>
            <IconButton
              icon={Pencil}
              label={`Change ${displayName(formula.name)}`}
              onClick={() => setOpen({ what: 'change', formula })}
            />
            <IconButton
              icon={Trash2}
              label={`Delete ${displayName(formula.name)}`}
              onClick={() => setOpen({ what: 'delete', formula })}
            />
          </li>
        ))}
      </ul>
      {open?.what === 'change' && (
        <LateFormulaDialog
          {...{ trialId, sources }}
          formula={open.formula}
          others={formulas.filter(({ formulaId }) => formulaId !== open.formula.formulaId)}
          onClose={close}
        />
      )}
      {open?.what === 'delete' && <DeleteFormula trialId={trialId} formula={open.formula} onClose={close} />}
    </Disclosure>
  )
}
