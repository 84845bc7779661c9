import { ChevronRight } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { EngineOptionItem } from '#contract/processing.ts'
import { problemOfValue } from '#domain/engine-options.ts'
import { RUN_OPTIONS } from '#domain/processing.ts'
import { Button } from '#web/ui/button.tsx'
import { OptionField } from './option-field.tsx'
import { firstValue, optionFacts } from './option-words.ts'

type OptionItemProps = {
  option: EngineOptionItem
  /** What is set; undefined where it is left as it is. */
  chosen: string | undefined
  onSet: (value: string | null) => void
}

/** An option of an engine: what it is for and takes, and the field that sets it. */
export function OptionItem({ option, chosen, onSet }: OptionItemProps) {
  return (
    <details className="group">
      <summary className="flex cursor-pointer list-none items-start gap-3 rounded py-2.5 hover:bg-ink/4 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="mt-0.5 size-4 shrink-0 text-muted group-open:rotate-90" />
        <span className="flex min-w-0 grow flex-wrap justify-between gap-x-4 text-sm">
          <span className="font-mono font-medium wrap-anywhere">{option.name}</span>
          {chosen === undefined ? (
            <span className="text-muted first-letter:uppercase">{optionFacts(option)}</span>
          ) : (
            <span className="font-medium wrap-anywhere text-action">Set to {chosen}</span>
          )}
        </span>
      </summary>
      <div className="flex flex-col gap-3 pt-1 pb-4 text-sm sm:pl-7">
        {option.help !== '' && (
          <p className="max-w-prose wrap-anywhere whitespace-pre-line text-muted">{option.help}</p>
        )}
        {chosen !== undefined && <p className="text-muted first-letter:uppercase">{optionFacts(option)}</p>}
        <OptionForm {...{ option, chosen, onSet }} />
      </div>
    </details>
  )
}

function OptionForm({ option, chosen, onSet }: OptionItemProps) {
  const [value, setValue] = useState(chosen ?? firstValue(option))
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = problemOf(option, value.trim())
    setProblem(found)
    if (found === undefined) onSet(value.trim())
  }
  return (
    <form noValidate onSubmit={submit} className="flex max-w-prose flex-wrap items-start gap-2">
      <OptionField {...{ option, value, problem }} onChange={setValue} />
      <Button type="submit" variant="secondary" className="h-11">
        {chosen === undefined ? 'Set' : 'Change'}
        <span className="sr-only">{option.name}</span>
      </Button>
      <Button
        variant="quiet"
        className="h-11"
        disabled={chosen === undefined}
        onClick={() => {
          setProblem(undefined)
          onSet(null)
        }}
      >
        Remove<span className="sr-only">{option.name}</span>
      </Button>
    </form>
  )
}

function problemOf(option: EngineOptionItem, value: string): string | undefined {
  if (value === '') return 'Give it a value.'
  if (value.length > RUN_OPTIONS.valueMax) return `A value has at most ${RUN_OPTIONS.valueMax} characters.`
  const problem = problemOfValue(option, value)
  return problem && `It ${problem}.`
}
