import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { IconButton } from '../icon-button.tsx'
import { focusFirstRow } from '../list/row-navigation.ts'
import { useCommands } from '../shortcuts.ts'
import { controlClasses } from './field.tsx'

type SearchFieldProps = {
  label: string
  placeholder: string
  /** The current search; empty when there is none. */
  value: string
  maxLength: number
  onSearch: (text: string) => void
}

/** `/` focuses the field, Enter searches, Esc and the cross clear it, Esc in an empty field blurs it, arrow down goes to the rows. */
export function SearchField({ label, placeholder, value, maxLength, onSearch }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState(value)
  const [shown, setShown] = useState(value)
  /** Searches made here that the address does not show yet. */
  const [pending, setPending] = useState<readonly string[]>([])
  if (shown !== value) {
    const made = pending.indexOf(value)
    setShown(value)
    setPending(made < 0 ? [] : pending.slice(made + 1))
    // Changed from outside, for example by the back button. A search made here must not overwrite what was typed after it.
    if (made < 0) setDraft(value)
  }
  const search = (text: string) => {
    setDraft(text)
    if (text !== (pending.at(-1) ?? value)) setPending([...pending, text])
    onSearch(text)
  }
  useCommands([{ group: 'This page', title: 'Search', key: '/', run: () => input.current?.select() }])
  const isEmpty = draft === '' && value === ''
  const clear = () => {
    if (value === '') setDraft('')
    else search('')
    input.current?.focus()
  }
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' && focusFirstRow()) event.preventDefault()
    if (event.key !== 'Escape') return
    event.preventDefault()
    if (isEmpty) event.currentTarget.blur()
    else clear()
  }
  return (
    <search className="min-w-0 grow basis-64 md:max-w-sm">
      <form
        className="group relative"
        onSubmit={(event) => {
          event.preventDefault()
          search(draft.trim())
        }}
      >
        <Search aria-hidden className="pointer-events-none absolute top-3.5 left-3 size-4 text-muted" />
        <input
          ref={input}
          type="search"
          aria-label={label}
          aria-keyshortcuts="/"
          placeholder={placeholder}
          value={draft}
          maxLength={maxLength}
          enterKeyHint="search"
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={onKey}
          className={classNames(controlClasses, 'h-11 pr-11 pl-9 [&::-webkit-search-cancel-button]:hidden')}
        />
        {isEmpty ? (
          <kbd
            aria-hidden
            title="Press / to search"
            className="absolute top-2.5 right-2.5 grid size-6 place-items-center rounded border border-line-strong font-sans text-xs text-muted group-focus-within:hidden max-md:hidden pointer-coarse:hidden"
          >
            /
          </kbd>
        ) : (
          <IconButton icon={X} label="Clear" className="absolute top-1 right-1" onClick={clear} />
        )}
      </form>
    </search>
  )
}
