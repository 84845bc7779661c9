import { Search, X } from 'lucide-react'
import { useState } from 'react'
import { classNames } from './class-names.ts'
import { controlClasses } from './field.tsx'
import { IconButton } from './icon-button.tsx'

type SearchFieldProps = {
  label: string
  placeholder: string
  /** What is being searched for now; empty when nothing is. */
  value: string
  maxLength?: number
  onSearch: (text: string) => void
  className?: string
}

/** Enter searches, the cross clears. */
export function SearchField({ label, placeholder, value, maxLength, onSearch, className }: SearchFieldProps) {
  const [draft, setDraft] = useState(value)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    // Changed from outside: by the address, or the back button.
    setShown(value)
    setDraft(value)
  }
  return (
    <search className={className}>
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(draft.trim())
        }}
      >
        <Search aria-hidden className="pointer-events-none absolute top-3.5 left-3 size-4 text-muted" />
        <input
          type="search"
          aria-label={label}
          placeholder={placeholder}
          value={draft}
          maxLength={maxLength}
          enterKeyHint="search"
          onChange={(event) => setDraft(event.target.value)}
          className={classNames(controlClasses, 'h-11 pr-11 pl-9 [&::-webkit-search-cancel-button]:hidden')}
        />
        {(draft !== '' || value !== '') && (
          <IconButton
            icon={X}
            label="Clear"
            className="absolute top-1 right-1"
            onClick={() => {
              setDraft('')
              onSearch('')
            }}
          />
        )}
      </form>
    </search>
  )
}
