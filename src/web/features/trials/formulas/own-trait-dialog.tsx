import { useState } from 'react'
import { FORMULA_LENGTH_MAX, FORMULA_NAME_MAX, FORMULA_UNIT_MAX, OWN_TRAIT_LENGTH_MAX } from '#domain/trial-formulas.ts'
import { formulaProblemOf, idProblem } from '#imagery/traits/catalogue/own-traits.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useNewer } from '../newer/newer-in.ts'
import { SaveDialog } from '../newer/save-dialog.tsx'
import { type Formula, useSaveFormula } from './formula-queries.ts'
import { FormulaWords } from './formula-words.tsx'

type OwnTraitDialogProps = {
  trialId: string
  /** The one to change. */
  formula?: Formula
  others: readonly Formula[]
  onClose: () => void
}

const WORDS = [
  { text: 'R', meaning: 'red' },
  { text: 'G', meaning: 'green' },
  { text: 'B', meaning: 'blue' },
  { text: 'RE', meaning: 'red edge' },
  { text: 'NIR', meaning: 'near infrared' },
]

/** An own trait: what is wrong with it is said while it is typed. */
export function OwnTraitDialog({ trialId, formula, others, onClose }: OwnTraitDialogProps) {
  const save = useSaveFormula(trialId)
  const [typed, setTyped] = useState({
    trait: formula?.trait ?? '',
    name: formula?.name ?? '',
    formula: formula?.formula ?? '',
    unit: formula?.unit ?? '',
  })
  const [isChecked, setChecked] = useState(false)
  const { seen, newer } = useNewer(formula?.changedTime, save.error)
  const problems = problemsIn(typed, others)
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    error: typed[name].trim() !== '' || isChecked ? problems[name] : undefined,
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  })
  return (
    <SaveDialog
      title={formula ? `Change ${formula.trait ?? ''}` : 'New formula'}
      submitLabel="Save formula"
      saving={save}
      names={FIELD_NAMES}
      onClose={onClose}
      onSubmit={() => {
        setChecked(true)
        if (Object.values(problems).some(Boolean)) return
        const { unit, ...rest } = typed
        save.mutate(
          {
            ...rest,
            ...(unit.trim() && { unit }),
            ...(formula && { formulaId: formula.formulaId, seen: newer?.changedTime ?? seen }),
          },
          { onSuccess: onClose },
        )
      }}
    >
      <TextField
        label="Short name"
        hint="Names its columns, such as MyIndex"
        maxLength={OWN_TRAIT_LENGTH_MAX}
        {...field('trait')}
      />
      <TextField label="Name" maxLength={FORMULA_NAME_MAX} {...field('name')} />
      <TextField
        label="Formula"
        spellCheck={false}
        autoComplete="off"
        placeholder="(G - R) / (G + R)"
        maxLength={FORMULA_LENGTH_MAX}
        {...field('formula')}
      />
      <FormulaWords words={WORDS} />
      <TextField
        label="Unit"
        hint="May be empty, as for most indices"
        maxLength={FORMULA_UNIT_MAX}
        {...field('unit')}
      />
      <p className="text-sm text-muted">
        It computes with the values of each map: reflectance where the scale of its numbers is known, numbers of the
        camera where not. Where a divisor is nearly zero, a pixel has no value.
        {formula && ' What was measured before keeps its values and its formula: measure again for new ones.'}
      </p>
    </SaveDialog>
  )
}

const FIELD_NAMES = { trait: 'Short name', name: 'Name', formula: 'Formula', unit: 'Unit' }

type Typed = { trait: string; name: string; formula: string; unit: string }

function problemsIn(
  { trait, name, formula }: Typed,
  others: readonly Formula[],
): { [Field in keyof Typed]?: string | undefined } {
  const id = trait.trim()
  const isTaken = others.some((one) => one.trait?.toLowerCase() === id.toLowerCase())
  return {
    trait: id === '' ? 'Give it a short name' : isTaken ? `This trial has a formula ${id} already` : idProblem(id),
    name: name.trim() === '' ? 'Name it' : undefined,
    formula: formula.trim() === '' ? 'Type a formula' : formulaProblemOf(formula.trim()),
  }
}
