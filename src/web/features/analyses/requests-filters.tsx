import { useRef, useState } from 'react'
import { displayName } from '#domain/display-names.ts'
import { PROJECT_TYPE_MAX, projectTypeLabel } from '#domain/users.ts'
import { useProjectNames } from '#web/lib/use-project-names.ts'
import type { ShowView } from '#web/lib/view.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { useStaff } from './analysis-queries.ts'
import { STAFF_FAILED } from './messages.ts'
import { countFilters, dayIn, NO_FILTERS, type RequestsFilter } from './requests-view.ts'

const EVERYONE = 'everyone'

type RequestsFiltersProps = { id: string; className: string | undefined; filter: RequestsFilter; onShow: ShowView }

export function RequestsFilters({ id, className, filter, onShow }: RequestsFiltersProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  const clear = () => {
    group.current?.querySelector('input')?.focus()
    onShow(NO_FILTERS)
  }
  return (
    <fieldset
      ref={group}
      id={id}
      aria-label="Filters"
      className={classNames('flex min-w-0 flex-wrap items-end gap-x-4 gap-y-3', className)}
    >
      <ProjectFilter project={filter.project} onShow={onShow} />
      <AssigneeFilter assignee={filter.assignee} onShow={onShow} />
      <DayFilter label="Submitted from" day={filter.from} onChange={(from) => onShow({ from })} />
      <DayFilter label="Submitted to" day={filter.to} onChange={(to) => onShow({ to })} />
      {countFilters(filter) > 0 && (
        <Button variant="quiet" onClick={clear}>
          Clear filters
        </Button>
      )}
    </fieldset>
  )
}

/** Names that exist are suggested; a chosen one filters at once, a typed one on Enter or when the field is left. */
function ProjectFilter({ project, onShow }: { project: string; onShow: ShowView }) {
  const [typed, setTyped] = useState(project)
  const [shown, setShown] = useState(project)
  if (project !== shown) {
    // What was typed since is kept.
    if (typed.trim() === shown) setTyped(project)
    setShown(project)
  }
  // Names are stored with underscores or spaces, so the first word finds both.
  const names = useProjectNames(typed === project ? '' : (typed.split(' ')[0] ?? ''))
  const labels = [...new Set(names.map(projectTypeLabel))]
  const show = (name: string) => {
    if (name.trim() !== project) onShow({ project: name.trim() || null })
  }
  return (
    <form
      className="min-w-0 grow basis-48 md:max-w-60"
      onSubmit={(event) => {
        event.preventDefault()
        show(typed)
      }}
    >
      <TextField
        label="Project"
        placeholder="All projects"
        maxLength={PROJECT_TYPE_MAX}
        list="request-projects"
        value={typed}
        onChange={({ target: { value } }) => {
          setTyped(value)
          if (labels.includes(value)) show(value)
        }}
        onBlur={() => show(typed)}
      />
      <datalist id="request-projects">
        {labels.map((label) => (
          <option key={label} value={label}>
            {label}
          </option>
        ))}
      </datalist>
    </form>
  )
}

type DayFilterProps = { label: string; day: string; onChange: (day: string | null) => void }

/** Filters once a whole day is typed or chosen. */
function DayFilter({ label, day, onChange }: DayFilterProps) {
  const [typed, setTyped] = useState(day)
  const [shown, setShown] = useState(day)
  if (day !== shown) {
    if (typed === shown || day === '') setTyped(day)
    setShown(day)
  }
  return (
    <TextField
      label={label}
      type="date"
      max="9999-12-31"
      className="max-md:grow"
      value={typed}
      onChange={({ target: { value, validity } }) => {
        setTyped(value)
        if (dayIn(value) || (value === '' && !validity.badInput)) onChange(value || null)
      }}
    />
  )
}

function AssigneeFilter({ assignee, onShow }: { assignee: string; onShow: ShowView }) {
  const { data: staff = [], isError, isFetching, refetch } = useStaff()
  const others = staff.filter(({ isCaller }) => !isCaller)
  const fixed = ['', 'me', 'nobody', ...others.map(({ userId }) => userId)]
  return (
    <>
      <Select
        label="Assigned to"
        className="max-md:grow"
        options={[
          { value: EVERYONE, label: 'Everyone' },
          { value: 'me', label: 'Me' },
          { value: 'nobody', label: 'Nobody' },
          ...others.map(({ userId, fullName }) => ({ value: userId, label: displayName(fullName) })),
          ...(fixed.includes(assignee) ? [] : [{ value: assignee, label: 'Another person' }]),
        ]}
        value={assignee || EVERYONE}
        onChange={({ target: { value } }) => onShow({ assignee: value === EVERYONE ? null : value })}
      />
      {isError && <LoadFailed title={STAFF_FAILED} trying={isFetching} onTryAgain={() => void refetch()} />}
    </>
  )
}
