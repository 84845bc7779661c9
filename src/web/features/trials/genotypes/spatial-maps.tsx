import { unitOfDifferences } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { type Ramp, rampColour } from '#imagery/rasters/ramps.ts'
import type { SpatialMeans } from '#imagery/traits/derived/spatial-means.ts'
import { useView } from '#web/lib/view.ts'
import { figureColumn, PLOT_COLUMN } from '../analysis/figure-columns.ts'
import { type FigureColumn, FigureTable } from '../analysis/figure-table.tsx'
import type { PlotFacts } from '../analysis/plot-facts.ts'
import { figureText, valueText } from '../messages.ts'

/** From below to above zero, also for those who see fewer colours: ColorBrewer's PuOr. */
const ORANGE_PURPLE: Ramp = [
  [127, 59, 8],
  [224, 130, 20],
  [254, 224, 182],
  [247, 247, 247],
  [216, 218, 235],
  [128, 115, 172],
  [45, 0, 75],
]

type Placed = { plot: PlotFacts; row: number; column: number; trend: number | null; residual: number | null }

type SpatialMapsProps = {
  label: string
  unit: string
  plots: readonly PlotFacts[]
  spatial: SpatialMeans
  /** Of `spatial`, the places of plots that were given to it. */
  given: readonly number[]
}

/** What the place of each plot adds, and what is left of its value. */
export function SpatialMaps({ label, unit, plots, spatial, given }: SpatialMapsProps) {
  const [view, show] = useView()
  const chosen = view.get('plot')
  const onChoose = (plotId: string) => show({ plot: plotId })
  const placed = given.flatMap((at, index): Placed[] => {
    const plot = plots[at]
    if (!plot || plot.row === null || plot.column === null) return []
    return [
      {
        plot,
        row: plot.row,
        column: plot.column,
        trend: spatial.trend[index] ?? null,
        residual: spatial.residuals[index] ?? null,
      },
    ]
  })
  const apart = unitOfDifferences(unit)
  const columns: FigureColumn<Placed>[] = [
    PLOT_COLUMN,
    { id: 'row', title: 'Row', value: ({ row }) => row },
    { id: 'column', title: 'Column', value: ({ column }) => column },
    figureColumn('trend', 'What the place adds', { unit: apart, of: ({ trend }) => trend }),
    figureColumn('residual', 'Residual', { unit: apart, of: ({ residual }) => residual }),
  ]
  const map = { unit: apart, placed, chosen, onChoose }
  return (
    <section aria-label="Places in the field" className="flex flex-col gap-3">
      <h3 className="font-semibold">Places in the field</h3>
      <div className="grid gap-6 @2xl:grid-cols-2">
        <FieldMap title="What the place adds" of="trend" {...map} />
        <FieldMap title="Residuals: what is left" of="residual" {...map} />
      </div>
      <details>
        <summary className="mb-3 cursor-pointer text-sm font-medium">Places in the field as a table</summary>
        <FigureTable
          label={`${label}: places in the field`}
          orderBy="placesBy"
          columns={columns}
          rows={placed}
          idOf={({ plot }) => plot.plotId}
          chosen={chosen}
          onChoose={onChoose}
        />
      </details>
    </section>
  )
}

type FieldMapProps = {
  title: string
  unit: string
  chosen: string | null
  onChoose: (plotId: string) => void
  of: 'trend' | 'residual'
  placed: readonly Placed[]
}

function FieldMap({ title, of, unit, placed, chosen, onChoose }: FieldMapProps) {
  const most = placed.reduce((greatest, one) => Math.max(greatest, Math.abs(one[of] ?? 0)), 0) || 1
  const [rows, columns] = [placed.map(({ row }) => row), placed.map(({ column }) => column)]
  const [top, left] = [Math.min(...rows), Math.min(...columns)]
  const [height, width] = [Math.max(...rows) - top + 1, Math.max(...columns) - left + 1]
  return (
    <figure aria-label={title} className="m-0 flex min-w-0 flex-col gap-2">
      <figcaption className="text-sm text-muted">
        {title}, rows from top to bottom, columns from left to right
      </figcaption>
      <svg
        aria-hidden
        viewBox={`-0.05 -0.05 ${width + 0.1} ${height + 0.1}`}
        preserveAspectRatio="xMinYMin meet"
        className="max-h-80 w-full"
      >
        {placed.map((one) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the rows of the table do the same
          <rect
            key={one.plot.plotId}
            x={one.column - left}
            y={one.row - top}
            width={0.94}
            height={0.94}
            style={{ fill: colourIn(one[of], most) }}
            strokeWidth={one.plot.plotId === chosen ? 3 : 1}
            vectorEffect="non-scaling-stroke"
            className={one.plot.plotId === chosen ? 'cursor-pointer stroke-ink' : 'cursor-pointer stroke-line'}
            onClick={() => onChoose(one.plot.plotId)}
          >
            <title>{`${displayName(one.plot.plotId)}: ${figureText(one[of], unit)}`}</title>
          </rect>
        ))}
      </svg>
      <div className="flex items-center gap-3 text-xs text-muted tabular-nums">
        <span>{valueText(-most, unit)}</span>
        <span aria-hidden className="h-3 max-w-60 grow rounded-sm" style={{ background: GRADIENT }} />
        <span>{figureText(most, unit)}</span>
      </div>
    </figure>
  )
}

const colourIn = (value: number | null, most: number): string =>
  value === null ? 'transparent' : css(rampColour(ORANGE_PURPLE, (value / most + 1) / 2))

const css = (colour: readonly number[]): string => `rgb(${colour.map(Math.round).join(' ')})`

const GRADIENT = `linear-gradient(to right, ${ORANGE_PURPLE.map(css).join(', ')})`
