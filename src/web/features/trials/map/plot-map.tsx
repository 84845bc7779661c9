import { displayName } from '#domain/display-names.ts'
import { colourOf, type Scale } from '#imagery/traits/derived/colour-scale.ts'
import { unitText, valueText } from '../messages.ts'
import type { PlotOutlines } from '../workspace/plot-geometry.ts'

type PlotMapProps = {
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
export function PlotMap({ outlines, values, scale, unit, chosen, onChoose }: PlotMapProps) {
  const { plots, width, height } = outlines
  return (
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
  )
}
