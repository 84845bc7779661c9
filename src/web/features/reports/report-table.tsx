import { memo, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ReportFile, ReportTable as Table } from '#contract/reports.ts'
import { displayName } from '#domain/display-names.ts'
import { truncateMiddle } from '#domain/file-names.ts'
import { counted } from '#domain/units.ts'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Loading } from '#web/ui/spinner.tsx'
import { useReportTable } from './report-queries.ts'

type ReportTableProps = { analysisRequestId: string; file: ReportFile; onClose: () => void }

/** The start of a table, in a dialog. */
export const ReportTable = ({ analysisRequestId, file, onClose }: ReportTableProps) => (
  <Dialog title={truncateMiddle(displayName(file.fileName))} size="large" onClose={onClose}>
    <Content analysisRequestId={analysisRequestId} storedName={file.storedName} />
  </Dialog>
)

function Content(of: { analysisRequestId: string; storedName: string }) {
  const query = useReportTable(of)
  const { data: table } = query
  if (query.isPending) return <Loading>Reading the table...</Loading>
  if (!table) return <QueryFailed title="The table could not be shown" query={query} />
  if (table.rows.length === 0) return <p className="text-sm text-muted">This table is empty.</p>
  return (
    <>
      <p className="mb-3 text-sm text-muted">{extentOf(table)}</p>
      <Rows table={table} />
    </>
  )
}

/** 'Sheet Plots: first 1,000 rows, 12 columns'. */
function extentOf({ sheet, rows, hasMoreRows, hasMoreColumns }: Table): string {
  const extent = [
    `${hasMoreRows ? 'first ' : ''}${counted(rows.length - 1, 'row')}`,
    `${hasMoreColumns ? 'first ' : ''}${counted(rows[0]?.length ?? 0, 'column')}`,
  ].join(', ')
  const said = sheet === null ? extent : `Sheet ${sheet}: ${extent}`
  return said.charAt(0).toUpperCase() + said.slice(1)
}

/** So many are added at a time: a hundred columns of them are rendered without a stop. */
const BLOCK = 40
const NEAR_END_PX = 600
const NO_NUMBER = /^(?:na|n\/a|nan|null|-)$/i
const NUMBER = /^[-+]?[\d.,'\u00a0 ]*\d(?:e[-+]?\d+)?\s?%?$/i

/** A column whose cells are numbers, or say that there is none. */
const numericColumns = ([heading = [], ...body]: readonly (readonly string[])[]): boolean[] =>
  heading.map((_, column) => {
    const filled = body.map((row) => row[column] ?? '').filter((cell) => cell !== '')
    return filled.length > 0 && filled.every((cell) => NUMBER.test(cell) || NO_NUMBER.test(cell))
  })

function Rows({ table: { rows } }: { table: Table }) {
  const [shown, setShown] = useState(BLOCK)
  const [heading = [], ...body] = rows
  const isNumeric = useMemo(() => numericColumns(rows), [rows])
  const box = useRef<HTMLElement>(null)
  const growNearEnd = (element: HTMLElement) => {
    const { scrollTop, clientHeight, scrollHeight } = element
    if (shown < body.length && scrollTop + clientHeight > scrollHeight - NEAR_END_PX) setShown(shown + BLOCK)
  }
  const grow = useEffectEvent(() => {
    if (box.current) growNearEnd(box.current)
  })
  // Until there is something to scroll, also in a window that becomes larger.
  useLayoutEffect(() => {
    if (box.current) growNearEnd(box.current)
  })
  useEffect(() => {
    const observer = new ResizeObserver(() => grow())
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  const blocks = Array.from({ length: Math.ceil(Math.min(shown, body.length) / BLOCK) }, (_, index) => index)
  return (
    <section
      ref={box}
      aria-label="Rows of the table"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll it
      tabIndex={0}
      className="max-h-[62dvh] overflow-auto rounded border border-line"
      onScroll={(event) => growNearEnd(event.currentTarget)}
    >
      <table aria-rowcount={rows.length} className="min-w-full border-separate border-spacing-0 text-bench/5">
        <thead>
          <tr>
            {heading.map((cell, column) => (
              <th
                // oxlint-disable-next-line react/no-array-index-key -- columns are known by their place
                key={column}
                scope="col"
                className={classNames(
                  'sticky top-0 border-b border-line-strong bg-card px-3 py-2 font-semibold whitespace-nowrap',
                  isNumeric[column] ? 'text-right' : 'text-left',
                )}
              >
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        {blocks.map((index) => (
          <Block key={index} rows={body} from={index * BLOCK} isNumeric={isNumeric} />
        ))}
      </table>
    </section>
  )
}

type BlockProps = { rows: readonly (readonly string[])[]; from: number; isNumeric: readonly boolean[] }

/** Rendered once. */
const Block = memo(
  ({ rows, from, isNumeric }: BlockProps) => (
    <tbody>
      {rows.slice(from, from + BLOCK).map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows are known by their place
        <tr key={index}>
          {row.map((cell, column) => (
            <td
              // oxlint-disable-next-line react/no-array-index-key -- columns are known by their place
              key={column}
              className={classNames(
                'max-w-80 truncate border-b border-line px-3 py-1',
                isNumeric[column] && 'text-right tabular-nums',
              )}
              title={cell.length > 40 ? cell : undefined}
            >
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  ),
  (before, after) => before.from === after.from,
)
