import { useId } from 'react'
import type { EngineItem } from '#contract/processing.ts'
import type { EngineName } from '#domain/processing.ts'
import { MarkedText } from './marked-text.tsx'
import { ENGINE_WORDS } from './run-words.ts'

type EngineChoiceProps = {
  engines: readonly EngineItem[]
  chosen: EngineName | undefined
  onChoose: (engine: EngineName) => void
}

/** Which engine: what it is good for, and whether it can take work. The preview is the first. */
export function EngineChoice({ engines, chosen, onChoose }: EngineChoiceProps) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Engine</legend>
      <div className="grid gap-3 @lg:grid-cols-2">
        {engines.toReversed().map((engine) => (
          <label
            key={engine.engine}
            className="flex cursor-pointer gap-3 rounded-md border border-line-strong bg-card p-3.5 text-sm transition-colors duration-150 hover:border-ink has-checked:border-action has-checked:ring-1 has-checked:ring-action has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={engine.engine}
              checked={engine.engine === chosen}
              disabled={!engine.isSetUp}
              aria-describedby={`${name}-${engine.engine}`}
              aria-label={ENGINE_WORDS[engine.engine].name}
              className="mt-0.5 size-4 shrink-0 accent-action outline-none"
              onChange={() => onChoose(engine.engine)}
            />
            <span id={`${name}-${engine.engine}`} className="min-w-0">
              <span className="block font-semibold">{ENGINE_WORDS[engine.engine].name}</span>
              <span className="mt-0.5 block text-muted">{ENGINE_WORDS[engine.engine].goodFor}</span>
              <span className="mt-2 block break-words">
                <EngineStateText engine={engine} />
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function EngineStateText({ engine: { isSetUp, isReady, reason, running, queued, capacity } }: { engine: EngineItem }) {
  if (!isSetUp)
    return <MarkedText text={`${reason ?? 'It is not set up.'} The operating guide says how to set it up.`} />
  const work = [running > 0 && `${running} running`, queued > 0 && `${queued} waiting`].filter(Boolean).join(', ')
  if (isReady || (running > 0 && running >= capacity)) return work === '' ? 'Ready' : work
  return (
    <>
      <span className="font-medium text-status-yellow">Not ready: </span>
      <MarkedText text={`${reason ?? 'It takes no work now.'} Until then, runs wait.`} />
    </>
  )
}
