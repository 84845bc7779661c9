import { displayName } from '#domain/display-names.ts'
import { unitText, valueText } from '../messages.ts'
import type { PlotOutlines } from '../workspace/plot-geometry.ts'
import { colourOf, type Scale } from './colour-scale.ts'

type PlotMapProps = {
  label: string
  outlines: PlotOutlines
  /** In the order of the plots. */
  values: readonly (number | null)[]
  scale: Scale
  unit: string
  /** The chosen plot. */
  chosen: string | null
  onChoose: (plotId: string) => void
}

const MARGIN = 12

/** The plots in the colours of their values. The table below it says the same. */
export function PlotMap({ label, outlines, values, scale, unit, chosen, onChoose }: PlotMapProps) {
  const { plots, width, height } = outlines
  return (
    <figure aria-label={label} className="m-0">
      <svg
        aria-hidden
        viewBox={`${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`}
        className="max-h-[60dvh] w-full rounded-md border border-line-strong bg-sunken"
      >
        {plots.map(({ plotId, path }, at) => {
          const value = values[at] ?? null
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the rows of the table do the same
            <path
              key={plotId}
              d={path}
              fill={value === null ? 'transparent' : colourOf(value, scale)}
              fillRule="evenodd"
              strokeWidth={plotId === chosen ? 3 : 1}
              vectorEffect="non-scaling-stroke"
              className={plotId === chosen ? 'cursor-pointer stroke-ink' : 'cursor-pointer stroke-line-strong'}
              onClick={() => onChoose(plotId)}
            >
              <title>{`${displayName(plotId)}: ${valueText(value, unit)} ${unitText(unit)}`}</title>
            </path>
          )
        })}
      </svg>
      <figcaption className="mt-2">
        <Legend scale={scale} unit={unit} />
      </figcaption>
    </figure>
  )
}

const STOPS = 9

function Legend({ scale: [low, high], unit }: { scale: Scale; unit: string }) {
  const stops = Array.from({ length: STOPS }, (_, at) => low + ((high - low) * at) / (STOPS - 1))
  return (
    <div className="flex items-center gap-3 text-xs text-muted tabular-nums">
      <span>{valueText(low, unit)}</span>
      <span
        aria-hidden
        className="h-3 max-w-72 grow rounded-sm"
        style={{
          background: `linear-gradient(to right, ${stops.map((stop) => colourOf(stop, [low, high])).join(', ')})`,
        }}
      />
      <span>
        {valueText(high, unit)} {unitText(unit)}
      </span>
      <span>The same colours on all dates</span>
    </div>
  )
}
