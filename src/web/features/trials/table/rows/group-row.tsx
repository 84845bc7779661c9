import { ChevronDown, ChevronRight } from 'lucide-react'
import { displayName } from '#domain/display-names.ts'
import type { Excluded } from '../../analysis/use-excluded.ts'
import { valueText } from '../../messages.ts'
import { countOfGroup, type Group, nameOfGroup, type ShownRows, valueOfGroup } from './groups.ts'
import { ROW_PIXELS } from './use-visible-rows.ts'

type GroupRowProps = Omit<ShownRows, 'rows'> & {
  group: Group
  excluded: Excluded
  rowIndex: number
  isFolded: boolean
  onToggle: (group: Group) => void
  selected: ReadonlySet<string>
  onSelectAll: (plotIds: readonly string[], areWanted: boolean) => void
}

/** A genotype with the means of its plots. */
export function GroupRow(props: GroupRowProps) {
  const { group, plots, columns, excluded, rowIndex, isFolded, onToggle, selected, onSelectAll } = props
  const plotIds = group.places.flatMap((at) => plots[at]?.plotId ?? [])
  const Chevron = isFolded ? ChevronRight : ChevronDown
  const count = countOfGroup(group, { plots, excluded })
  const left = group.places.length - count
  const name = nameOfGroup(group)
  return (
    <tr aria-rowindex={rowIndex} style={{ height: ROW_PIXELS }} className="bg-ink/5 font-semibold">
      <td className="border-t border-line-strong pl-2">
        <input
          type="checkbox"
          aria-label={`Select plots of ${displayName(name)}`}
          checked={plotIds.every((plotId) => selected.has(plotId))}
          className="size-4 align-middle accent-action"
          onChange={({ target }) => onSelectAll(plotIds, target.checked)}
        />
      </td>
      <th
        scope="row"
        className="sticky left-0 max-w-56 border-t border-line-strong bg-paper bg-linear-to-r from-ink/5 to-ink/5 px-2 text-left"
      >
        <button
          type="button"
          aria-expanded={!isFolded}
          className="flex max-w-full items-center gap-1 rounded py-0.5 pr-1 whitespace-nowrap hover:underline"
          title={name}
          onClick={() => onToggle(group)}
        >
          <Chevron aria-hidden className="-ml-1 size-4 shrink-0" />
          <bdi className="truncate">{displayName(name)}</bdi>
          <span className="text-xs font-normal text-muted">
            {count} {count === 1 ? 'plot' : 'plots'}
            {left > 0 && `, ${left} excluded`}
          </span>
        </button>
      </th>
      {columns.map((column) => {
        const value = valueOfGroup(column, group, { plots, excluded })
        return (
          <td
            key={column.id}
            className={`border-t border-line-strong px-2 whitespace-nowrap ${column.isText ? 'max-w-60 truncate' : 'text-right'}`}
          >
            {typeof value === 'string' ? (
              <bdi>{displayName(value)}</bdi>
            ) : column.isText ? null : (
              valueText(value, column.unit)
            )}
          </td>
        )
      })}
    </tr>
  )
}
