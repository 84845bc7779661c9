import { type KeyboardEvent, useRef } from 'react'
import { CODE_DIGITS } from '#domain/accounts.ts'
import { autofocus } from '../../../ui/focus.ts'
import { backspace, type CodeBoxes, codeOf, moveTo, pasteCode, typeInto } from './code-input.ts'

type CodeFieldProps = {
  label?: string
  boxes: CodeBoxes
  invalid: boolean
  onChange: (boxes: CodeBoxes) => void
  /** Called with the code when a digit of it has changed. */
  onCode: (code: string) => void
}

export function CodeField({ label = 'Confirmation code', boxes, invalid, onChange, onCode }: CodeFieldProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  const change = (next: CodeBoxes) => {
    onChange(next)
    if (next.digits !== boxes.digits) onCode(codeOf(next))
    group.current?.querySelectorAll('input')[next.focus]?.focus()
  }
  const onKey = (event: KeyboardEvent, index: number) => {
    const next = afterKey(boxes, index, event.key)
    if (!next) return
    event.preventDefault()
    change(next)
  }
  return (
    <fieldset ref={group}>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="grid grid-cols-6 gap-2 sm:gap-3">
        {boxes.digits.map((digit, index) => (
          <input
            // oxlint-disable-next-line react/no-array-index-key -- the boxes are fixed
            key={index}
            ref={index === 0 ? autofocus : undefined}
            aria-label={`Digit ${index + 1} of ${CODE_DIGITS}`}
            aria-invalid={invalid || undefined}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only input of the screen
            autoFocus={index === 0}
            autoComplete={index === 0 ? 'one-time-code' : 'off'}
            inputMode="numeric"
            value={digit}
            className="h-14 w-full min-w-0 rounded-md border border-line-strong bg-card text-center text-2xl font-semibold tabular-nums aria-invalid:border-danger"
            onFocus={(event) => event.target.select()}
            onChange={(event) => change(typeInto(boxes, index, event.target.value))}
            onKeyDown={(event) => onKey(event, index)}
            onPaste={(event) => {
              event.preventDefault()
              change(pasteCode(boxes, event.clipboardData.getData('text')))
            }}
          />
        ))}
      </div>
    </fieldset>
  )
}

function afterKey(boxes: CodeBoxes, index: number, key: string): CodeBoxes | undefined {
  if (key === 'Backspace') return backspace(boxes, index)
  if (key === 'ArrowLeft') return moveTo(boxes, index - 1)
  if (key === 'ArrowRight') return moveTo(boxes, index + 1)
  return undefined
}
