import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { displayName } from '#domain/display-names.ts'
import { useTrials } from '#web/features/trials/trial-queries.ts'
import { paths } from '#web/lib/paths.ts'
import { classNames } from '#web/ui/class-names.ts'
import { controlClasses } from '#web/ui/form/field.tsx'
import { Modal } from '#web/ui/overlay/modal.tsx'
import type { Command } from '#web/ui/shortcuts.ts'
import { useOwnPaths } from '../maps-and-trials/use-own-paths.ts'
import { foundCommands } from './found-commands.ts'
import { KeyList } from './key-list.tsx'

type PaletteProps = {
  commands: readonly Command[]
  /** Only what keys do. */
  isOfKeys: boolean
  onGo: (to: string) => void
  onClose: () => void
}

export const Palette = ({ isOfKeys, ...props }: PaletteProps) =>
  isOfKeys ? <KeyList {...props} /> : <Finder {...props} />

/** Finds a page, a trial, or what this screen offers, by a few letters of its name. */
function Finder({ commands, onGo, onClose }: Omit<PaletteProps, 'isOfKeys'>) {
  const base = useId()
  const field = useRef<HTMLInputElement>(null)
  // After the dialog has been shown, which gives the focus to its first button.
  useEffect(() => field.current?.focus(), [])
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const found = foundCommands([...commands, ...usePlaces(onGo)], text)
  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || found.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setAt((at + step + found.length) % found.length)
    else if (event.key === 'Enter') run(found[at])
    else return
    event.preventDefault()
  }
  return (
    <Modal title="Go to" onClose={onClose} hasFixedHeight>
      <div className="flex flex-col gap-3">
        <input
          ref={field}
          role="combobox"
          aria-label="Page, trial, plot, date, trait or action"
          aria-expanded={found.length > 0}
          aria-controls={`${base}-list`}
          aria-activedescendant={found.length > 0 ? `${base}-${at}` : undefined}
          aria-autocomplete="list"
          placeholder="Page, trial, plot, date, trait or action"
          autoComplete="off"
          spellCheck={false}
          className={classNames(controlClasses, 'h-11 w-full')}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setAt(0)
          }}
          onKeyDown={onKey}
        />
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- of a combobox */}
        <div id={`${base}-list`} role="listbox" aria-label="Found" className="flex flex-col text-sm">
          {found.map((command, place) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are those of the field
            <div
              key={`${place} ${command.title}`}
              id={`${base}-${place}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- of a combobox
              role="option"
              tabIndex={-1}
              aria-selected={place === at}
              ref={place === at ? scrollIntoView : undefined}
              className={classNames(
                'flex min-h-9 cursor-pointer items-center gap-3 rounded px-2.5',
                place === at ? 'bg-action/15' : 'hover:bg-ink/5',
              )}
              onClick={() => run(command)}
            >
              <span className="min-w-0 grow truncate" dir="auto">
                {command.title}
              </span>
              <span className="shrink-0 text-xs text-muted">{command.group}</span>
              {command.key?.length === 1 && (
                <kbd className="shrink-0 rounded border border-line-strong px-1.5 font-sans text-xs">{command.key}</kbd>
              )}
            </div>
          ))}
        </div>
        {found.length === 0 && <p className="text-sm text-muted">Nothing has this name.</p>}
      </div>
    </Modal>
  )
}

const scrollIntoView = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' })

/** The account, and the trials that were changed last. */
function usePlaces(onGo: PaletteProps['onGo']): Command[] {
  const { trial } = useOwnPaths()
  const { data } = useTrials()
  const trials = data?.pages.flatMap(({ data: rows }) => rows) ?? []
  const exampleId = data?.pages[0]?.exampleTrialId
  return [
    { group: 'Page', title: 'Account', run: () => onGo(paths.account()) },
    ...(exampleId ? [{ group: 'Trial', title: 'The example trial', run: () => onGo(trial(exampleId)) }] : []),
    ...trials.map(({ trialId, name }) => ({
      group: 'Trial',
      title: displayName(name),
      run: () => onGo(trial(trialId)),
    })),
  ]
}
