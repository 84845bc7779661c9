import { type FormEvent, useState } from 'react'
import type { EngineItem } from '#contract/processing.ts'
import { PRESET_NAMES, type PresetName } from '#domain/processing.ts'
import { serverMessage } from '#web/lib/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'
import { EngineChoice } from './engine-choice.tsx'
import { useStartRun } from './run-queries.ts'
import { ENGINE_WORDS, estimateText, optionsText } from './run-words.ts'
import { readOptions } from './typed-options.ts'

type StartRunProps = { analysisRequestId: string; engines: readonly EngineItem[] }

/** Starts a run over the newest archive of a request. */
export function StartRun({ analysisRequestId, engines }: StartRunProps) {
  const usable = engines.filter(({ isSetUp }) => isSetUp)
  const [name, setName] = useState((usable.find(({ engine }) => engine === 'preview') ?? usable[0])?.engine)
  const [preset, setPreset] = useState<PresetName>('standard')
  const [text, setText] = useState('')
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
    <form noValidate onSubmit={submit} className="@container flex flex-col gap-4">
      <EngineChoice engines={engines} chosen={name} onChoose={setName} />
      {engine && (
        <>
          {hasOptions && <FarmFields {...{ engine, preset, text, problem }} onPreset={setPreset} onText={setText} />}
          {start.error && <Alert tone="danger">{serverMessage(start.error)}</Alert>}
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
  )
}

type FarmFieldsProps = {
  engine: EngineItem
  preset: PresetName
  text: string
  problem: string | undefined
  onPreset: (preset: PresetName) => void
  onText: (text: string) => void
}

function FarmFields({ engine, preset, text, problem, onPreset, onText }: FarmFieldsProps) {
  const chosen = engine.presets.find(({ name }) => name === preset)
  return (
    <div className="grid items-start gap-4 @lg:grid-cols-2">
      <Select
        label="Preset"
        value={preset}
        hint={chosen && <PresetHint {...chosen} />}
        options={engine.presets.map(({ name, label }) => ({ value: name, label }))}
        onChange={({ target }) => onPreset(PRESET_NAMES.find((one) => one === target.value) ?? 'standard')}
      />
      <TextArea
        label="More options"
        rows={3}
        spellCheck={false}
        autoComplete="off"
        className="[&_textarea]:font-mono"
        placeholder="min-num-features=12000"
        hint="One name=value a line. They win over those of the preset."
        value={text}
        error={problem}
        onChange={({ target }) => onText(target.value)}
      />
    </div>
  )
}

const PresetHint = ({ purpose, options }: EngineItem['presets'][number]) => (
  <>
    {purpose}
    {Object.keys(options).length > 0 && (
      <span className="mt-1 block font-mono text-xs/5 wrap-anywhere">{optionsText(options)}</span>
    )}
  </>
)
