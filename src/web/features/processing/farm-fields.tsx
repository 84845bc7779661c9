import type { EngineItem } from '#contract/processing.ts'
import { PRESET_NAMES, type PresetName } from '#domain/processing.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { optionsText } from './run-words.ts'

type FarmFieldsProps = {
  engine: EngineItem
  preset: PresetName
  text: string
  problem: string | undefined
  onPreset: (preset: PresetName) => void
  onText: (text: string) => void
  onChoose: () => void
}

/** The preset of a run, and options beside it, typed or chosen from the engine's list. */
export function FarmFields({ engine, preset, text, problem, onPreset, onText, onChoose }: FarmFieldsProps) {
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
      <div className="flex flex-col items-start gap-2">
        <TextArea
          label="More options"
          rows={3}
          spellCheck={false}
          autoComplete="off"
          className="w-full [&_textarea]:font-mono"
          placeholder="min-num-features=12000"
          hint="One name=value a line. They win over those of the preset."
          value={text}
          error={problem}
          onChange={({ target }) => onText(target.value)}
        />
        <Button variant="secondary" size="small" aria-haspopup="dialog" onClick={onChoose}>
          Choose from a list
        </Button>
      </div>
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
