import type { EngineItem } from '#contract/processing.ts'
import { CELL_PIXELS, type PresetName } from '#domain/processing.ts'
import { Select } from '#web/ui/form/select.tsx'
import { optionsText } from './run-words.ts'

type PresetSelectProps = { engine: EngineItem; preset: PresetName | undefined; onPreset: (preset: PresetName) => void }

/** How an engine works: quick, or fine. */
export function PresetSelect({ engine: { presets }, preset, onPreset }: PresetSelectProps) {
  const chosen = presets.find(({ name }) => name === preset)
  return (
    <Select
      label="Preset"
      value={preset}
      hint={chosen && <PresetHint {...chosen} />}
      options={presets.map(({ name, label }) => ({ value: name, label }))}
      onChange={({ target }) => {
        const wanted = presets.find(({ name }) => name === target.value)
        if (wanted) onPreset(wanted.name)
      }}
    />
  )
}

const PresetHint = ({ purpose, options }: EngineItem['presets'][number]) => (
  <>
    {purpose}
    {Object.keys(options).length > 0 && !(CELL_PIXELS in options) && (
      <span className="mt-1 block font-mono text-xs/5 wrap-anywhere">{optionsText(options)}</span>
    )}
  </>
)
