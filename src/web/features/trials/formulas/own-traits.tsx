import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { displayName } from '#domain/display-names.ts'
import { latePart } from '#web/lib/late-part.tsx'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { unitText } from '../messages.ts'
import { DeleteFormula } from './delete-formula.tsx'
import { type Formula, useFormulas } from './formula-queries.ts'

const OwnTraitDialog = latePart(
  'The form could not be loaded',
  async () => (await import('./own-trait-dialog.tsx')).OwnTraitDialog,
)

type Open = { what: 'new' } | { what: 'change' | 'delete'; formula: Formula }

/** Traits by formulas of people. */
export function OwnTraits({ trialId }: { trialId: string }) {
  const formulas = useFormulas(trialId)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  if (formulas.error) return <QueryFailed title="The formulas could not be loaded" query={formulas} />
  const traits = formulas.data?.filter(({ trait }) => trait !== null) ?? []
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="max-w-prose text-sm text-muted">
        Your own index of the bands of a map, such as (G - R) / (G + R), measured like every other trait. It computes
        with the values of each map: reflectance where the scale of its numbers is known, numbers of the camera where
        not.
      </p>
      {traits.length > 0 && (
        <ul className="w-full border-t border-line text-sm">
          {traits.map((formula) => (
            <OwnTrait key={formula.formulaId} formula={formula} onOpen={(what) => setOpen({ what, formula })} />
          ))}
        </ul>
      )}
      <Button variant="secondary" size="small" onClick={() => setOpen({ what: 'new' })}>
        <Plus aria-hidden className="size-4" />
        New formula
      </Button>
      {open && open.what !== 'delete' && (
        <OwnTraitDialog
          trialId={trialId}
          {...(open.what === 'change' && { formula: open.formula })}
          others={traits.filter(({ formulaId }) => open.what === 'new' || formulaId !== open.formula.formulaId)}
          onClose={close}
        />
      )}
      {open?.what === 'delete' && <DeleteFormula trialId={trialId} formula={open.formula} onClose={close} />}
    </div>
  )
}

type OwnTraitProps = { formula: Formula; onOpen: (what: 'change' | 'delete') => void }

function OwnTrait({ formula: { trait, name, formula, unit }, onOpen }: OwnTraitProps) {
  const id = trait ?? ''
  return (
    <li className="flex items-center gap-1 border-b border-line py-1.5">
      <div className="min-w-0 grow">
        <p className="wrap-anywhere">
          <span className="font-semibold">{id}</span>: <bdi>{displayName(name)}</bdi>
          {unitText(unit ?? '1') && `, ${displayName(unitText(unit ?? '1'))}`}
        </p>
        <p className="font-mono text-xs wrap-anywhere text-muted">{formula}</p>
      </div>
      <IconButton icon={Pencil} label={`Change ${id}`} onClick={() => onOpen('change')} />
      <IconButton icon={Trash2} label={`Delete ${id}`} onClick={() => onOpen('delete')} />
    </li>
  )
}
