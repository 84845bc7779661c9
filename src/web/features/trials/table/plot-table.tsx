import { useCallback, useState } from 'react'
import { displayName } from '#domain/display-names.ts'
import { classNames } from '#web/ui/class-names.ts'
import type { Excluded } from '../analysis/use-excluded.ts'
import type { OwnColumn } from '../field-book-queries.ts'
import type { PlotOutline } from '../workspace/plot-geometry.ts'
import { OwnCell } from './own-cell.tsx'
import { type Sort, type TableColumn, whyExcluded } from './table-model.ts'
import { ROW_PIXELS, useVisibleRows } from './use-visible-rows.ts'
import { ValueCell } from './value-cell.tsx'

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
  /** The column of the value that is looked at. */
  openColumn: string | undefined
  onOpen: (plotId: string, columnId: string, opener: HTMLElement) => void
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
  const drawn = order.slice(first, end)
  const stop = useStop(props, drawn)
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys
      tabIndex={0}
      aria-label={label}
      className="max-h-[70dvh] scroll-pt-10 scroll-pl-32 overflow-auto border-y border-line-strong"
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
              <Title key={column.id} {...props} column={column} isText={column.isText ?? false} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap height={above} />
          {drawn.map((at, index) => {
            const plot = plots[at]
            return (
              plot && (
                <PlotRow
                  key={plot.plotId}
                  {...props}
                  plot={plot}
                  at={at}
                  rowIndex={first + index + 2}
                  stop={stop.plotId === plot.plotId ? stop.columnId : undefined}
                  onStop={stop.onStop}
                />
              )
            )
          })}
          <Gap height={below} />
        </tbody>
      </table>
    </section>
  )
}

/** The value that Tab leads to: the one that had the focus last, else the first that is drawn. */
function useStop({ plots, columns }: PlotTableProps, drawn: readonly number[]) {
  const [last, setLast] = useState<{ plotId: string; columnId: string }>()
  const onStop = useCallback((plotId: string, columnId: string) => setLast({ plotId, columnId }), [])
  const isThere =
    last && columns.some(({ id }) => id === last.columnId) && drawn.some((at) => plots[at]?.plotId === last.plotId)
  return {
    plotId: isThere ? last.plotId : plots[drawn[0] ?? -1]?.plotId,
    columnId: isThere ? last.columnId : columns.find(({ opens }) => opens)?.id,
    onStop,
  }
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

type PlotRowProps = PlotTableProps & {
  plot: PlotOutline
  at: number
  rowIndex: number
  /** The column of the value that Tab leads to. */
  stop: string | undefined
  onStop: (plotId: string, columnId: string) => void
}

function PlotRow(props: PlotRowProps) {
  const { plot, at, rowIndex, columns, chosen, onChoose, openColumn, selected, onSelect, excluded, onType } = props
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
        const { id, title, unit, own, cells, flags, opens } = column
        return own ? (
          <td key={id} className="border-t border-line px-0.5">
            <OwnCell
              label={`${displayName(title)} of plot ${displayName(plotId)}`}
              text={String(cells[at] ?? '')}
              onSave={(text) => onType(own, plotId, text)}
            />
          </td>
        ) : (
          <ValueCell
            key={id}
            value={cells[at] ?? null}
            unit={unit}
            flags={flags?.[at]}
            why={whyExcluded(column, plotId, excluded)}
            plotId={plotId}
            columnId={id}
            isOpenable={opens !== undefined}
            isOpen={isChosen && id === openColumn}
            isStop={id === props.stop}
            onOpen={props.onOpen}
            onStop={props.onStop}
          />
        )
      })}
    </tr>
  )
}
