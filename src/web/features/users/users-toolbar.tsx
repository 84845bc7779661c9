import { EMAIL_MAX } from '#domain/accounts.ts'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { STATUS_FILTERS } from './user-view.ts'

type UsersToolbarProps = {
  search: string
  statusFilter: string
  onSearch: (search: string) => void
  onStatusFilter: (filter: string) => void
}

export const UsersToolbar = ({ search, statusFilter, onSearch, onStatusFilter }: UsersToolbarProps) => (
  <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
    <SearchField
      label="Search users by name or email"
      placeholder="Search by name or email"
      value={search}
      maxLength={EMAIL_MAX}
      onSearch={onSearch}
    />
    <Select
      inline
      label="Sort by"
      options={STATUS_FILTERS}
      value={statusFilter}
      onChange={(event) => onStatusFilter(event.target.value)}
    />
  </div>
)
