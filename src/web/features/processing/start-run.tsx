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
import { MoreOptions } from './more-options.tsx'
import { PresetSelect } from './preset-select.tsx'
import { useStartRun } from './run-queries.ts'
import { ENGINE_WORDS, needsText } from './run-words.ts'
import { readOptions } from './typed-options.ts'

type StartRunProps = { analysisRequestId: string; engines: readonly EngineItem[] }

/** Starts a run over the newest archive of a request. */
export function StartRun({ analysisRequestId, engines }: StartRunProps) {
  const usable = engines.filter(({ isSetUp }) => isSetUp)
  const [name, setName] = useState((usable.find(({ engine }) => engine === 'preview') ?? usable[0])?.engine)
  const [wanted, setWanted] = useState<PresetName>()
  const [text, setText] = useState('')
  const [isChoosing, setIsChoosing] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isHigh, setIsHigh] = useState(false)
  const start = useStartRun(analysisRequestId)
  const engine = engines.find((one) => one.engine === name)
  const offer = engine?.presets.find((one) => one.name === wanted) ?? engine?.presets[0]
  const preset = offer?.name
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
        ...(preset && { preset }),
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
            <div className="grid items-start gap-4 @lg:grid-cols-2">
              <PresetSelect engine={engine} preset={preset} onPreset={setWanted} />
              {hasOptions && (
                <MoreOptions {...{ text, problem }} onText={setText} onChoose={() => setIsChoosing(true)} />
              )}
            </div>
            {start.error && <Alert tone="danger">{problemOf(start.error)}</Alert>}
            <Checkbox
              className="w-fit"
              label="High priority: before others that wait"
              checked={isHigh}
              onChange={({ target }) => setIsHigh(target.checked)}
            />
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Button type="submit" pending={start.isPending}>
                {preset?.startsWith('surface') ? 'Start surface' : ENGINE_WORDS[engine.engine].start}
              </Button>
              {offer?.estimate && (
                <p className="text-sm text-muted">Takes {needsText(offer.estimate, offer.diskBytes)}</p>
              )}
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
