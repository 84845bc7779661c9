import { displayName } from '#domain/display-names.ts'
import { classNames } from '#web/ui/class-names.ts'
import type { Excluded } from '../analysis/use-excluded.ts'
import type { OwnColumn } from '../field-book-queries.ts'
import { flagsText, valueText } from '../messages.ts'
import type { PlotOutline } from '../workspace/plot-geometry.ts'
import { OwnCell } from './own-cell.tsx'
import type { Sort, TableColumn } from './table-model.ts'
import { ROW_PIXELS, useVisibleRows } from './use-visible-rows.ts'

type PlotTableProps = {
  label: string
  plots: readonly PlotOutline[]
  columns: readonly TableColumn[]
  /** Places of the plots that are shown, in their order. */
  order: readonly number[]
  sort: Sort | null
  onSort: (sort: Sort) => void
  /** The plot that all views show. */
  chosen: string | null
  onChoose: (plotId: string) => void
  selected: ReadonlySet<string>
  /** With Shift, all from the last one on. */
  onSelect: (plotId: string, isRange: boolean) => void
  excluded: Excluded
  /** A cell of an own column. */
  onType: (own: OwnColumn, plotId: string, text: string) => Promise<void>
}

/** A row for each plot, of which only those that are seen are drawn. */
export function PlotTable(props: PlotTableProps) {
  const { label, plots, columns, order } = props
  const { first, end, above, below, onScroll } = useVisibleRows(order.length)
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys
      tabIndex={0}
      aria-label={label}
      className="max-h-[70dvh] overflow-auto border-y border-line-strong"
      onScroll={onScroll}
    >
      <table aria-rowcount={order.length + 1} className="w-full border-separate border-spacing-0 text-sm tabular-nums">
        <thead className="sticky top-0 z-10 bg-paper text-left text-xs text-muted">
          <tr aria-rowindex={1}>
            <th scope="col" className="border-b border-line-strong py-2.5 pl-2">
              <span className="sr-only">Selected</span>
            </th>
            <Title {...props} column={{ id: 'plot', title: 'Plot' }} isText className="sticky left-0 bg-paper" />
            {columns.map((column) => (
              <Title key={column.id} {...props} column={column} isText={column.flightId === undefined && !column.own} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap height={above} />
          {order.slice(first, end).map((at, index) => {
            const plot = plots[at]
            return plot && <PlotRow key={plot.plotId} {...props} plot={plot} at={at} rowIndex={first + index + 2} />
          })}
          <Gap height={below} />
        </tbody>
      </table>
    </section>
  )
}

const Gap = ({ height }: { height: number }) => height > 0 && <tr aria-hidden style={{ height }} />

type TitleProps = Pick<PlotTableProps, 'sort' | 'onSort'> & {
  column: Pick<TableColumn, 'id' | 'title'>
  isText: boolean
  className?: string
}

function Title({ column: { id, title }, sort, onSort, isText, className }: TitleProps) {
  const isSorted = sort?.id === id
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort.isDown ? 'descending' : 'ascending') : 'none'}
      className={classNames(
        'border-b border-line-strong px-2 font-semibold whitespace-nowrap',
        !isText && 'text-right',
        className,
      )}
    >
      <button
        type="button"
        className="rounded px-1 py-0.5 hover:text-ink hover:underline"
        onClick={() => onSort({ id, isDown: isSorted ? !sort.isDown : !isText })}
      >
        {title}
        {isSorted && (sort.isDown ? ' ↓' : ' ↑')}
      </button>
    </th>
  )
}

type PlotRowProps = PlotTableProps & { plot: PlotOutline; at: number; rowIndex: number }

function PlotRow(props: PlotRowProps) {
  const { plot, at, rowIndex, columns, chosen, onChoose, selected, onSelect, excluded, onType } = props
  const { plotId } = plot
  const isChosen = plotId === chosen
  return (
    <tr aria-rowindex={rowIndex} style={{ height: ROW_PIXELS }} className={classNames(isChosen && 'bg-card')}>
      <td className="border-t border-line pl-2">
        <input
          type="checkbox"
          aria-label={`Select plot ${displayName(plotId)}`}
          checked={selected.has(plotId)}
          className="size-4 align-middle accent-action"
          onChange={({ nativeEvent }) => onSelect(plotId, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
      </td>
      <th
        scope="row"
        className={classNames(
          'sticky left-0 border-t border-line px-2 text-left font-semibold',
          isChosen ? 'bg-card' : 'bg-paper',
        )}
      >
        <button
          type="button"
          dir="auto"
          aria-pressed={isChosen}
          className="rounded px-1 py-0.5 whitespace-nowrap underline-offset-2 hover:underline"
          onClick={() => onChoose(plotId)}
        >
          {displayName(plotId)}
        </button>
      </th>
      {columns.map((column) => {
        const { id, title, own, cells, flightId } = column
        return own ? (
          <td key={id} className="border-t border-line px-0.5">
            <OwnCell
              label={`${displayName(title)} of plot ${displayName(plotId)}`}
              text={String(cells[at] ?? '')}
              onSave={(text) => onType(own, plotId, text)}
            />
          </td>
        ) : (
          <Cell key={id} column={column} at={at} why={flightId && excluded.why(plotId, flightId)?.reason} />
        )
      })}
    </tr>
  )
}

type CellProps = { column: TableColumn; at: number; why: string | undefined }

function Cell({ column: { cells, unit, flags }, at, why }: CellProps) {
  const value = cells[at] ?? null
  if (typeof value === 'string')
    return (
      <td className="max-w-60 truncate border-t border-line px-2" title={value}>
        <bdi>{displayName(value)}</bdi>
      </td>
    )
  const warning = flagsText(flags?.[at])
  return (
    <td className="border-t border-line px-2 text-right whitespace-nowrap">
      {why === undefined ? (
        valueText(value, unit)
      ) : (
        <del title={`Excluded: ${why}`} className="text-muted">
          {valueText(value, unit)}
        </del>
      )}
      {warning !== '' && (
        <abbr title={warning} className="ml-0.5 text-danger no-underline">
          *
        </abbr>
      )}
    </td>
  )
}
