import { Search, X } from 'lucide-react'
import { useRef } from 'react'
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
  const input = useRef<HTMLInputElement>(null)
  return (
    <search className={className}>
      <form
        // A new value from outside (the address, the back button) is shown at once.
        key={value}
        className="relative"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(input.current?.value.trim() ?? '')
        }}
      >
        <Search aria-hidden className="pointer-events-none absolute top-3.5 left-3 size-4 text-muted" />
        <input
          ref={input}
          type="search"
          aria-label={label}
          placeholder={placeholder}
          defaultValue={value}
          maxLength={maxLength}
          enterKeyHint="search"
          className={classNames(controlClasses, 'h-11 pr-11 pl-9 [&::-webkit-search-cancel-button]:hidden')}
        />
        {value !== '' && (
          <IconButton icon={X} label="Clear" className="absolute top-1 right-1" onClick={() => onSearch('')} />
        )}
      </form>
    </search>
  )
}
