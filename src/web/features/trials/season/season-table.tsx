import { useView } from '#web/lib/view.ts'
import { FigureFile } from '../analysis/figure-file.tsx'
import { FigureTable } from '../analysis/figure-table.tsx'
import type { PlotFacts } from '../analysis/plot-facts.ts'
import type { SeasonAxis } from '../analysis/season-axis.ts'
import type { PlotSeason, SeasonOptions } from '../analysis/season-of-plot.ts'
import { inFileName } from '../messages.ts'
import { pointAtPlot } from '../workspace/pointed-plots.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { seasonColumns } from './season-columns.ts'

type SeasonTableProps = {
  workspace: Workspace
  axis: SeasonAxis
  options: SeasonOptions
  plots: readonly PlotFacts[]
  seasons: readonly PlotSeason[]
}

/** What became of each plot, as a table and as a file. */
export function SeasonTable({ workspace, axis, options, plots, seasons }: SeasonTableProps) {
  const { trial, title, trait, dates } = workspace
  const [view, show] = useView()
  const columns = seasonColumns({ axis, options, dates, unit: trait.unit })
  const rows = plots.flatMap((plot, at) => {
    const season = seasons[at]
    return season ? [{ plot, season }] : []
  })
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p className="max-w-prose text-sm text-muted">{methodOf(options, axis)}</p>
        <FigureFile
          what="the season of each plot"
          fileName={`${inFileName(trial.name)}_${trait.trait}_season.csv`}
          {...{ columns, rows }}
        />
      </div>
      <FigureTable
        label={`${title}: season of each plot`}
        orderBy="by"
        columns={columns}
        rows={rows}
        idOf={({ plot }) => plot.plotId}
        chosen={view.get('plot')}
        onChoose={(plotId) => show({ plot: plotId })}
        onPoint={pointAtPlot}
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
