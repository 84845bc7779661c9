import { displayName } from '#domain/display-names.ts'
import type { Excluded } from '../../analysis/use-excluded.ts'
import type { OwnColumn } from '../../field-book-queries.ts'
import type { PlotOutline } from '../../workspace/plot-geometry.ts'
import { pointAtPlot, useIsPointed, whenOver } from '../../workspace/pointed-plots.ts'
import { plainText, type TableColumn, whyExcluded } from '../table-model.ts'
import { OwnCell } from './own-cell.tsx'
import { ROW_PIXELS } from './use-visible-rows.ts'
import { ValueCell } from './value-cell.tsx'

/** What all rows have in common. */
export type PlotRows = {
  columns: readonly TableColumn[]
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
  /** Of a value of the trait on the map; absent where the columns are other traits. */
  tintOf: ((value: number | string | null) => string | undefined) | undefined
  /** A cell of an own column, as it was when the typing began. */
  onType: (own: OwnColumn, plotId: string, text: string) => Promise<void>
  /** Cells of a spreadsheet, from one of an own column on. */
  onPaste: (from: { own: OwnColumn; plotId: string }, text: string) => Promise<void>
}

type PlotRowProps = PlotRows & {
  plot: PlotOutline
  at: number
  rowIndex: number
  /** The column of the value that Tab leads to. */
  stop: string | undefined
  onStop: (plotId: string, columnId: string) => void
}

export function PlotRow(props: PlotRowProps) {
  const { plot, at, rowIndex, columns, chosen, onChoose, openColumn, selected, onSelect, excluded, tintOf } = props
  const { onType, onPaste } = props
  const { plotId } = plot
  const isChosen = plotId === chosen
  const stands = useIsPointed(plotId) || isChosen ? 'bg-sunken' : 'bg-card'
  return (
    <tr
      aria-rowindex={rowIndex}
      style={{ height: ROW_PIXELS }}
      className={stands}
      {...whenOver((isOver) => pointAtPlot(isOver ? plotId : null))}
    >
      <td className="border-t border-line pl-2">
        <input
          type="checkbox"
          aria-label={`Select plot ${displayName(plotId)}`}
          checked={selected.has(plotId)}
          className="size-4 align-middle accent-action"
          onChange={({ nativeEvent }) => onSelect(plotId, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
      </td>
      <th scope="row" className="sticky left-0 border-t border-line bg-inherit px-2 text-left font-semibold">
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
        const { id, title, unit, own, cells, isText, flags, opens } = column
        return own ? (
          <td key={id} className="border-t border-line px-0.5">
            <OwnCell
              label={`${displayName(title)} of plot ${displayName(plotId)}`}
              own={own}
              text={plainText(cells[at] ?? null, unit)}
              isText={isText ?? false}
              onSave={(text, since) => onType(since, plotId, text)}
              onPaste={(text) => onPaste({ own, plotId }, text)}
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
            isFrozen={column.isFrozen}
            isOpenable={opens !== undefined}
            tint={opens && tintOf?.(cells[at] ?? null)}
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
