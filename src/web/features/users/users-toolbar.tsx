import { useState } from 'react'
import { EMAIL_MAX } from '#domain/accounts.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { STATUS_FILTERS } from './user-view.ts'

type UsersToolbarProps = {
  search: string
  statusFilter: string
  onSearch: (search: string) => void
  onStatusFilter: (filter: string) => void
}

export const UsersToolbar = ({ search, statusFilter, onSearch, onStatusFilter }: UsersToolbarProps) => (
  <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
    <SearchBox key={search} search={search} onSearch={onSearch} />
    <Select
      label="Sort by"
      inline
      className="max-sm:w-full"
      options={STATUS_FILTERS}
      value={statusFilter}
      onChange={(event) => onStatusFilter(event.target.value)}
    />
  </div>
)

function SearchBox({ search, onSearch }: Pick<UsersToolbarProps, 'search' | 'onSearch'>) {
  const [text, setText] = useState(search)
  return (
    <search className="grow sm:max-w-md">
      <form
        className="flex items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(text)
        }}
      >
        <TextField
          label="Search by name or email"
          hideLabel
          type="search"
          className="grow"
          placeholder="Search by name or email"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={EMAIL_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button
          variant="secondary"
          className="h-11"
          disabled={text === '' && search === ''}
          onClick={() => {
            setText('')
            onSearch('')
          }}
        >
          Clear
        </Button>
      </form>
    </search>
  )
}
