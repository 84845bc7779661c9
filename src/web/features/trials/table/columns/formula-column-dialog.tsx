import { useRef, useState } from 'react'
import { FORMULA_COLUMNS_MAX, FORMULA_LENGTH_MAX, FORMULA_NAME_MAX, FORMULA_UNIT_MAX } from '#domain/trial-formulas.ts'
import { readColumnFormula } from '#imagery/traits/catalogue/column-formulas.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { type Formula, useSaveFormula } from '../../formulas/formula-queries.ts'
import { FormulaWords } from '../../formulas/formula-words.tsx'
import { SaveDialog } from '../../newer/save-dialog.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { missingIn, type Sources } from './formula-sources.ts'

type FormulaColumnDialogProps = {
  trialId: string
  /** The one to change. */
  formula?: Formula
  /** The other columns by formulas. */
  others: readonly Formula[]
  sources: Sources
  onClose: () => void
}

/** A column that is computed of other columns: what is wrong with it is said while it is typed. */
export function FormulaColumnDialog({ trialId, formula, others, sources, onClose }: FormulaColumnDialogProps) {
  const save = useSaveFormula(trialId)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState({
    name: formula?.name ?? '',
    formula: formula?.formula ?? '',
    unit: formula?.unit ?? '',
  })
  const [isChecked, setChecked] = useState(false)
  const problems: { [Field in keyof typeof typed]?: string | undefined } = {
    name: nameProblem(typed.name.trim(), others),
    formula: formulaProblem(typed.formula.trim(), sources),
  }
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    error: typed[name].trim() !== '' || isChecked ? problems[name] : undefined,
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  })
  const insert = (column: string) => {
    const at = input.current?.selectionStart ?? typed.formula.length
    const to = input.current?.selectionEnd ?? at
    setTyped({ ...typed, formula: `${typed.formula.slice(0, at)}${column}${typed.formula.slice(to)}` })
    input.current?.focus()
  }
  return (
    <SaveDialog
      title={formula ? 'Change formula column' : 'New formula column'}
      submitLabel="Save column"
      saving={save}
      onClose={onClose}
      onSubmit={() => {
        setChecked(true)
        if (Object.values(problems).some(Boolean)) return
        const { unit, ...rest } = typed
        save.mutate(
          { ...rest, ...(unit.trim() && { unit }), ...(formula && { formulaId: formula.formulaId }) },
          { onSuccess: onClose },
        )
      }}
    >
      <TextField label="Name" maxLength={FORMULA_NAME_MAX} {...field('name')} />
      <TextField
        ref={input}
        label="Formula"
        spellCheck={false}
        autoComplete="off"
        placeholder="[Yield] / [canopyCover 2026-07-14]"
        maxLength={FORMULA_LENGTH_MAX}
        {...field('formula')}
      />
      <ColumnChoice sources={sources} onInsert={insert} />
      <FormulaWords words={[{ text: '[Yield]', meaning: 'a column, in brackets' }]} />
      <TextField label="Unit" hint="May be empty" maxLength={FORMULA_UNIT_MAX} {...field('unit')} />
      <p className="text-sm text-muted">
        Up to {FORMULA_COLUMNS_MAX} columns. A trait counts by its mean, plant height by its 95th percentile, whatever
        statistic the table shows. A plot has no value where a column has no number, or where a divisor is nearly zero.
      </p>
    </SaveDialog>
  )
}

function nameProblem(name: string, others: readonly Formula[]): string | undefined {
  if (name === '') return 'Name the column'
  return others.some((one) => one.name.toLowerCase() === name.toLowerCase())
    ? `This trial has a formula ${name} already`
    : undefined
}

function formulaProblem(text: string, sources: Sources): string | undefined {
  if (text === '') return 'Type a formula'
  const read = readColumnFormula(text)
  return typeof read === 'string' ? read : missingIn(read, sources)
}
