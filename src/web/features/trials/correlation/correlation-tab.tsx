import { DATE_UNIT } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { useView } from '#web/lib/view.ts'
import { Button } from '#web/ui/button.tsx'
import { optionsOf, Select } from '#web/ui/form/select.tsx'
import { useTableColumns } from '../table/columns/use-table-columns.ts'
import type { TableColumn } from '../table/table-model.ts'
import { daysAfterPlanting, noPlanting } from '../workspace/planting.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { Associations } from './associations.tsx'

/** How each trait on each date goes with a column of people, such as the yield. */
export function CorrelationTab(workspace: Workspace) {
  const [view, show] = useView()
  const { columns, own, computed } = useTableColumns(workspace, undefined)
  const offered = columns.filter(isOffered)
  const column = offered.find(({ id }) => id === view.get('with')) ?? offered.find(isYield) ?? offered[0]
  if (!column)
    return (
      <div className="flex max-w-prose flex-col items-start gap-4 text-sm text-muted">
        <p>
          Correlations are with a column of your own, such as the yield or a score, and no column of this trial has
          numbers yet. Add one in the table.
        </p>
        <Button variant="secondary" onClick={() => show({ tab: 'table' })}>
          Go to the table
        </Button>
      </div>
    )
  const inDays = asNumbers(workspace, column)
  const versions = [...own, ...computed.formulas].map(({ changedTime }) => changedTime)
  return (
    <div className="flex flex-col gap-4">
      <div className="controls-row">
        <Select
          label="Correlation with"
          value={column.id}
          options={offered.map(({ id, title }) => ({ value: id, label: displayName(title) }))}
          onChange={({ target }) => show({ with: target.value })}
        />
        <Select
          label="Coefficient"
          value={view.get('coefficient') ?? ''}
          options={optionsOf({ '': 'Pearson, of values', spearman: 'Spearman, of ranks' })}
          onChange={({ target }) => show({ coefficient: target.value || null })}
        />
      </div>
      {inDays ? (
        <Associations workspace={workspace} column={inDays} columnKey={[column.id, ...versions]} />
      ) : (
        <p className="max-w-prose text-sm">{noPlanting(displayName(column.title))}</p>
      )}
    </div>
  )
}

/** Dates as days after planting; undefined without a planting date. */
function asNumbers(workspace: Workspace, column: TableColumn): TableColumn | undefined {
  if (column.unit !== DATE_UNIT) return column
  const cells = daysAfterPlanting(workspace, column.cells)
  return cells && { ...column, title: `${column.title}, days after planting`, unit: 'days', cells }
}

/** Own columns and formulas with numbers or dates. */
const isOffered = ({ own, hint, cells }: TableColumn): boolean =>
  (own !== undefined || hint !== undefined) && cells.some((cell) => typeof cell === 'number')

const isYield = ({ title }: TableColumn): boolean => /\byield\b/i.test(title)
