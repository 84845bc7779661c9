import { useState } from 'react'
import { TextField } from '#web/ui/form/text-field.tsx'
import { CodeField } from '../forms/code-field.tsx'
import { EMPTY_CODE } from '../forms/code-input.ts'

type FactorCodeFieldProps = { invalid: boolean; onChange: (code: string) => void }

/** Six boxes for the code of the app, or a field for a recovery code. A new `key` clears it. */
export function SecondFactorCodeField({ invalid, onChange }: FactorCodeFieldProps) {
  const [boxes, setBoxes] = useState(EMPTY_CODE)
  const [recovery, setRecovery] = useState<string>()
  const change = () => {
    setBoxes(EMPTY_CODE)
    setRecovery(recovery === undefined ? '' : undefined)
    onChange('')
  }
  return (
    <div className="flex flex-col gap-3">
      {recovery === undefined ? (
        <CodeField
          label="Code from your authenticator app"
          boxes={boxes}
          invalid={invalid}
          onChange={setBoxes}
          onCode={onChange}
        />
      ) : (
        <TextField
          label="Recovery code"
          hint="One of the recovery codes you saved. Each works once."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={invalid || undefined}
          className="[&_input]:font-mono [&_input]:tracking-wider"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just chosen this field
          autoFocus
          value={recovery}
          onChange={(event) => {
            setRecovery(event.target.value)
            onChange(event.target.value)
          }}
        />
      )}
      <button
        type="button"
        className="min-h-6 self-start text-sm font-medium underline underline-offset-4 hover:text-action"
        onClick={change}
      >
        {recovery === undefined ? 'Use a recovery code instead' : 'Use the authenticator app instead'}
      </button>
    </div>
  )
}
