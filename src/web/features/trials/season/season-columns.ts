import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { figureColumn, PLOT_COLUMN } from '../analysis/figure-columns.ts'
import type { FigureColumn } from '../analysis/figure-table.tsx'
import type { PlotFacts } from '../analysis/plot-facts.ts'
import type { SeasonAxis } from '../analysis/season-axis.ts'
import type { PlotSeason, SeasonOptions } from '../analysis/season-of-plot.ts'
import { headingText } from '../messages.ts'
import { crossingValue } from './season-settings.ts'

export type SeasonRow = { plot: PlotFacts; season: PlotSeason }

type SeasonColumns = { axis: SeasonAxis; options: SeasonOptions; dates: readonly { date: string }[]; unit: string }

/** What became of each plot over the season. */
export function seasonColumns({ axis, options, dates, unit }: SeasonColumns): FigureColumn<SeasonRow>[] {
  const [from, to] = [dates[options.from]?.date ?? '', dates[options.to]?.date ?? '']
  const crossing = (id: 'closure' | 'maturity', title: string): FigureColumn<SeasonRow> => ({
    id,
    title,
    value: ({ season }) => crossingValue(season[id], axis),
  })
  return [
    PLOT_COLUMN,
    {
      id: 'genotype',
      title: 'Genotype',
      isText: true,
      value: ({ plot }) => plot.genotype,
      text: ({ plot }) => displayName(plot.genotype ?? '–'),
    },
    {
      ...figure('change', headingText(`Change ${from} to ${to}`, unit), ({ change }) => change),
      heading: headingText(`Change ${dateText(from)} to ${dateText(to)}`, unit),
    },
    figure('rate', `Change a ${axis.unit}`, ({ perDay }) => perDay),
    figure('area', `Area under the curve${options.startsAtPlanting ? ' from planting' : ''}`, ({ area }) => area),
    figure('growth', `Fastest growth a ${axis.unit}`, ({ fastest }) => fastest?.perDay ?? null),
    {
      id: 'growthDay',
      title: `${axis.unit === 'degree-day' ? 'Degree-days' : axis.isFromPlanting ? 'Day' : 'Date'} of fastest growth`,
      value: ({ season }) => (season.fastest ? axis.long(season.fastest.day) : null),
    },
    ...(options.isCover
      ? [crossing('closure', axis.isFromPlanting ? `Canopy closed, ${axis.unit}s` : 'Canopy closed')]
      : []),
    ...(options.ripeAt === null
      ? []
      : [
          crossing(
            'maturity',
            axis.unit === 'degree-day'
              ? 'Degree-days to maturity'
              : axis.isFromPlanting
                ? 'Days to maturity'
                : 'Maturity',
          ),
        ]),
  ]
}

const figure = (id: string, title: string, of: (season: PlotSeason) => number | null): FigureColumn<SeasonRow> =>
  figureColumn(id, title, { unit: '', of: ({ season }) => of(season) })
