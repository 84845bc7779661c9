import { FigureFile } from '../analysis/figure-file.tsx'
import { FigureTable } from '../analysis/figure-table.tsx'
import type { PlotFacts } from '../analysis/plot-facts.ts'
import type { SeasonAxis } from '../analysis/season-axis.ts'
import type { PlotSeason, SeasonOptions } from '../analysis/season-of-plot.ts'
import { seasonColumns } from './season-columns.ts'

type SeasonTableProps = {
  title: string
  unit: string
  axis: SeasonAxis
  options: SeasonOptions
  dates: readonly { date: string }[]
  plots: readonly PlotFacts[]
  seasons: readonly PlotSeason[]
  fileName: string
  chosen: string | null
  onChoose: (plotId: string) => void
  onPoint: (plotId: string | null) => void
}

/** What became of each plot, as a table and as a file. */
export function SeasonTable({
  title,
  plots,
  seasons,
  fileName,
  chosen,
  onChoose,
  onPoint,
  ...about
}: SeasonTableProps) {
  const columns = seasonColumns(about)
  const rows = plots.flatMap((plot, at) => {
    const season = seasons[at]
    return season ? [{ plot, season }] : []
  })
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p className="max-w-prose text-sm text-muted">{methodOf(about.options, about.axis)}</p>
        <FigureFile what="the season of each plot" {...{ fileName, columns, rows }} />
      </div>
      <FigureTable
        label={`${title}: season of each plot`}
        orderBy="by"
        columns={columns}
        rows={rows}
        idOf={({ plot }) => plot.plotId}
        {...{ chosen, onChoose, onPoint }}
      />
    </div>
  )
}

function methodOf({ isCover, ripeAt, startsAtPlanting }: SeasonOptions, { unit }: SeasonAxis): string {
  const texts = [
    `Areas are sums of trapezoids over ${unit}s${startsAtPlanting ? ', from 0 at planting' : ' from the first flight with a value'}.`,
    isCover && 'The canopy is closed when cover reaches 80 %.',
    ripeAt !== null &&
      `A plot is mature on the day its curve, once above ${ripeAt}, falls to it and stays there on the next flight.`,
  ]
  return texts.filter(Boolean).join(' ')
}
