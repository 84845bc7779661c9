import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { displayName } from '#domain/display-names.ts'
import { classNames } from '#web/ui/class-names.ts'
import { CutOnPaper } from '../workspace/print-button.tsx'
import { GroupRow } from './rows/group-row.tsx'
import { isGroup, nameOfGroup, type ShownRows, type TableRow } from './rows/groups.ts'
import { PlotRow, type PlotRows } from './rows/plot-row.tsx'
import type { Folded } from './rows/use-folded.ts'
import { useVisibleRows } from './rows/use-visible-rows.ts'
import { FROZEN_CELL } from './table-cells.ts'
import type { Sort, TableColumn } from './table-model.ts'

type PlotTableProps = PlotRows &
  ShownRows & {
    label: string
    folded: Folded
    onSelectAll: (plotIds: readonly string[], areWanted: boolean) => void
    sort: Sort | null
    onSort: (sort: Sort) => void
  }

/** As many as fit on upright paper. */
const UPRIGHT_COLUMNS = 12

/** A row for each plot, and for each genotype in groups, of which only those that are seen are drawn. */
export function PlotTable(props: PlotTableProps) {
  const { label, plots, columns, rows, folded, excluded, selected, onSelectAll } = props
  const { box, first, end, above, below, onScroll } = useVisibleRows(rows.length)
  const drawn = rows.slice(first, end)
  const stop = useStop(props, drawn)
  const plotTitle = usePlotWidth()
  return (
    <section
      ref={box}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys
      tabIndex={0}
      aria-label={label}
      data-printed-wide={columns.length > UPRIGHT_COLUMNS || undefined}
      className="max-h-[calc(100cqh-1rem)] min-h-40 shrink-0 scroll-pt-10 scroll-pl-32 overflow-auto border-y border-line-strong"
      onScroll={onScroll}
    >
      <CutOnPaper rows={rows.length} />
      <table aria-rowcount={rows.length + 1} className="w-full border-separate border-spacing-0 text-sm tabular-nums">
        <thead className="sticky top-0 z-10 bg-paper text-left text-xs text-muted">
          <tr aria-rowindex={1}>
            <th scope="col" className="border-b border-line-strong py-2.5 pl-2">
              <span className="sr-only">Selected</span>
            </th>
            <Title
              {...props}
              ref={plotTitle}
              column={{ id: 'plot', title: 'Plot' }}
              isText
              className="sticky left-0 bg-paper"
            />
            {columns.map((column) => (
              <Title
                key={column.id}
                {...props}
                column={column}
                isText={column.isText ?? false}
                className={column.isFrozen ? `${FROZEN_CELL} bg-paper!` : undefined}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap height={above} />
          {drawn.map((row, index) => {
            const rowIndex = first + index + 2
            if (isGroup(row))
              return (
                <GroupRow
                  key={`group ${nameOfGroup(row)}`}
                  {...{ plots, columns, excluded, rowIndex, selected, onSelectAll }}
                  group={row}
                  isFolded={folded.isFolded(row)}
                  onToggle={folded.toggle}
                />
              )
            const plot = plots[row]
            return (
              plot && (
                <PlotRow
                  key={plot.plotId}
                  {...props}
                  plot={plot}
                  at={row}
                  rowIndex={rowIndex}
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
function useStop({ plots, columns }: PlotTableProps, drawn: readonly TableRow[]) {
  const [last, setLast] = useState<{ plotId: string; columnId: string }>()
  const onStop = useCallback((plotId: string, columnId: string) => setLast({ plotId, columnId }), [])
  const plotIds = drawn.flatMap((row) => (isGroup(row) ? [] : (plots[row]?.plotId ?? [])))
  const isThere = last && columns.some(({ id }) => id === last.columnId) && plotIds.includes(last.plotId)
  return {
    plotId: isThere ? last.plotId : plotIds[0],
    columnId: isThere ? last.columnId : columns.find(({ opens }) => opens)?.id,
    onStop,
  }
}

/** Tells the table how wide the column of the plots is, for what stays beside it. */
function usePlotWidth(): RefObject<HTMLTableCellElement | null> {
  const title = useRef<HTMLTableCellElement>(null)
  useEffect(() => {
    const cell = title.current
    const observer = new ResizeObserver(() => {
      cell?.closest('table')?.style.setProperty('--plot-width', `${cell.offsetWidth}px`)
    })
    if (cell) observer.observe(cell)
    return () => observer.disconnect()
  }, [])
  return title
}

const Gap = ({ height }: { height: number }) => height > 0 && <tr aria-hidden style={{ height }} />

type TitleProps = Pick<PlotTableProps, 'sort' | 'onSort'> & {
  column: Pick<TableColumn, 'id' | 'title' | 'hint' | 'note'>
  isText: boolean
  className?: string | undefined
  ref?: RefObject<HTMLTableCellElement | null>
}

function Title({ column: { id, title, hint, note }, sort, onSort, isText, className, ref }: TitleProps) {
  const isSorted = sort?.id === id
  return (
    <th
      ref={ref}
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
        title={hint}
        className="rounded px-1 py-0.5 hover:text-ink hover:underline"
        onClick={() => onSort({ id, isDown: isSorted ? !sort.isDown : !isText })}
      >
        {displayName(title)}
        {isSorted && (sort.isDown ? ' ↓' : ' ↑')}
      </button>
      {note !== undefined && <p className="ml-auto w-40 px-1 font-normal whitespace-normal">{displayName(note)}</p>}
    </th>
  )
}
