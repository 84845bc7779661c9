import { type FormEvent, useState } from 'react'
import type { EngineItem } from '#contract/processing.ts'
import type { PresetName } from '#domain/processing.ts'
import { problemOf } from '#web/lib/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { ChooseOptions } from './choose-options.tsx'
import { EngineChoice } from './engine-choice.tsx'
import { FarmFields } from './farm-fields.tsx'
import { useStartRun } from './run-queries.ts'
import { ENGINE_WORDS, estimateText } from './run-words.ts'
import { readOptions } from './typed-options.ts'

type StartRunProps = { analysisRequestId: string; engines: readonly EngineItem[] }

/** Starts a run over the newest archive of a request. */
export function StartRun({ analysisRequestId, engines }: StartRunProps) {
  const usable = engines.filter(({ isSetUp }) => isSetUp)
  const [name, setName] = useState((usable.find(({ engine }) => engine === 'preview') ?? usable[0])?.engine)
  const [preset, setPreset] = useState<PresetName>('standard')
  const [text, setText] = useState('')
  const [isChoosing, setIsChoosing] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isHigh, setIsHigh] = useState(false)
  const start = useStartRun(analysisRequestId)
  const engine = engines.find((one) => one.engine === name)
  const hasOptions = name === 'farm'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!engine || start.isPending) return
    const typed = readOptions(hasOptions ? text : '')
    setProblem(typed.error)
    if (typed.error !== undefined) return
    start.mutate(
      {
        engine: engine.engine,
        ...(engine.presets.length > 1 && { preset }),
        ...(hasOptions && { options: typed.options }),
        ...(isHigh && { priority: 'high' as const }),
      },
      { onSuccess: ({ message }) => toast.success(message) },
    )
  }
  return (
    <>
      <form noValidate onSubmit={submit} className="@container flex flex-col gap-4">
        <EngineChoice engines={engines} chosen={name} onChoose={setName} />
        {engine && (
          <>
            {hasOptions && (
              <FarmFields
                {...{ engine, preset, text, problem }}
                onPreset={setPreset}
                onText={setText}
                onChoose={() => setIsChoosing(true)}
              />
            )}
            {start.error && <Alert tone="danger">{problemOf(start.error)}</Alert>}
            <Checkbox
              className="w-fit"
              label="High priority: before others that wait"
              checked={isHigh}
              onChange={({ target }) => setIsHigh(target.checked)}
            />
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Button type="submit" pending={start.isPending}>
                {ENGINE_WORDS[engine.engine].start}
              </Button>
              {engine.estimate && <p className="text-sm text-muted">Takes {estimateText(engine.estimate)}</p>}
            </div>
          </>
        )}
      </form>
      {isChoosing && engine && (
        <ChooseOptions engine={engine.engine} text={text} onText={setText} onClose={() => setIsChoosing(false)} />
      )}
    </>
  )
}
