import { useState } from 'react'
import type { EngineOptionItem } from '#contract/processing.ts'
import type { EngineName } from '#domain/processing.ts'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Modal } from '#web/ui/overlay/modal.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { autofocus } from '../../ui/focus.ts'
import { OptionItem } from './option-item.tsx'
import { findOptions } from './option-words.ts'
import { useEngineOptions } from './run-queries.ts'
import { typedValue, withOption } from './typed-options.ts'

type Typed = {
  /** The options as they are typed, which what is chosen is written to. */
  text: string
  onText: (text: string) => void
}

/** The engine's own list of options, to be set one by one. */
export function ChooseOptions({ engine, onClose, ...typed }: Typed & { engine: EngineName; onClose: () => void }) {
  const query = useEngineOptions(engine)
  const { data: options, error } = query
  const [said, setSaid] = useState('')
  const content = () => {
    if (options && options.length > 0) return <OptionList {...typed} options={options} onSaid={setSaid} />
    if (options) return <NoAnswer isAsking={query.isFetching} onAsk={() => void query.refetch()} />
    if (!error) return <Asking />
    return <QueryFailed title="The options could not be loaded" query={query} />
  }
  return (
    <Modal
      title="Options of the engine"
      size="large"
      hasFixedHeight
      onClose={onClose}
      footer={
        <>
          <output className="mr-auto self-center text-sm wrap-anywhere text-muted">{said}</output>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      {content()}
    </Modal>
  )
}

const Asking = () => (
  <p className="flex items-center gap-3 text-sm text-muted">
    <Spinner />
    Asking the nodes what can be set…
  </p>
)

const NoAnswer = ({ isAsking, onAsk }: { isAsking: boolean; onAsk: () => void }) => (
  <div className="flex max-w-prose flex-col items-start gap-4 text-sm">
    <p>
      No node answers with its options now. You can still type them under <em>More options</em>, one name=value a line:
      the node checks them when the run starts.
    </p>
    <Button variant="secondary" size="small" pending={isAsking} onClick={onAsk}>
      Ask again
    </Button>
  </div>
)

type OptionListProps = Typed & { options: readonly EngineOptionItem[]; onSaid: (text: string) => void }

function OptionList({ options, text, onText, onSaid }: OptionListProps) {
  const [filter, setFilter] = useState('')
  // What is set comes first, as it was when the list was opened: nothing moves below the pointer.
  const [listed] = useState(() => {
    const isSet = ({ name }: EngineOptionItem) => typedValue(text, name) !== undefined
    return [...options.filter(isSet), ...options.filter((option) => !isSet(option))]
  })
  const found = findOptions(listed, filter)
  const set = (name: string, value: string | null) => {
    onText(withOption(text, { name, value }))
    onSaid(value === null ? `${name} is left as the node has it.` : `${name} is set to ${value}.`)
  }
  return (
    <>
      <TextField
        ref={autofocus}
        label="Find an option"
        hint={<output>{`${found.length} of ${options.length} options`}</output>}
        placeholder="A name, or what it is for"
        spellCheck={false}
        autoComplete="off"
        value={filter}
        onChange={({ target }) => setFilter(target.value)}
      />
      {found.length === 0 ? (
        <p className="mt-4 text-sm text-muted">No option has these words in its name or help.</p>
      ) : (
        <ul aria-label="Options" className="mt-4 divide-y divide-line border-y border-line">
          {found.map((option) => (
            <li key={option.name}>
              <OptionItem
                option={option}
                chosen={typedValue(text, option.name)}
                onSet={(value) => set(option.name, value)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
