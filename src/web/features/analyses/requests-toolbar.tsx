import { ListFilter } from 'lucide-react'
import { useId, useState } from 'react'
import type { ShowView } from '#web/lib/view.ts'
import { Button } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { RequestsFilters } from './requests-filters.tsx'
import { countFilters, type RequestsView } from './requests-view.ts'
import { STATUS_FILTERS, toFilter } from './status-filter.ts'

const SEARCH_MAX = 254

type RequestsToolbarProps = { view: RequestsView; onShow: ShowView }

export function RequestsToolbar({ view, onShow }: RequestsToolbarProps) {
  const filters = countFilters(view)
  const [isOpen, setIsOpen] = useState(filters > 0)
  const filtersId = useId()
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <SearchField
          label="Search requests by customer, email, project or file"
          placeholder="Search users..."
          value={view.search}
          maxLength={SEARCH_MAX}
          onSearch={(text) => onShow({ search: text || null })}
        />
        <Select
          inline
          label="Sort by"
          options={STATUS_FILTERS}
          value={view.first ? toFilter(view.first) : 'all'}
          onChange={(event) => onShow({ status: event.target.value === 'all' ? null : event.target.value })}
        />
        <Button
          variant="secondary"
          className="md:hidden"
          aria-expanded={isOpen}
          aria-controls={filtersId}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ListFilter aria-hidden className="size-4" />
          {filters === 0 ? 'Filters' : `Filters (${filters})`}
        </Button>
      </div>
      <RequestsFilters id={filtersId} className={isOpen ? undefined : 'max-md:hidden'} filter={view} onShow={onShow} />
    </div>
  )
}
