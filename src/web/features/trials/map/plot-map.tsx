import { useId } from 'react'
import { displayName } from '#domain/display-names.ts'
import { type Colours, colourOf, type Scale } from '#imagery/traits/derived/colour-scale.ts'
import { unitText, valueText } from '../messages.ts'
import type { PlotOutlines } from '../workspace/plot-geometry.ts'
import { HATCH } from './hatch.ts'

type PlotMapProps = {
  outlines: PlotOutlines
  /** In the order of the plots. */
  values: readonly (number | null)[]
  scale: Scale
  colours: Colours
  unit: string
  /** The chosen plot. */
  chosen: string | null
  onChoose: (plotId: string) => void
}

const MARGIN = 12

/** The plots in the colours of their values. The table below it says the same. */
export function PlotMap({ outlines, values, scale, colours, unit, chosen, onChoose }: PlotMapProps) {
  const hatch = useId()
  const { plots, width, height } = outlines
  return (
    <svg
      aria-hidden
      viewBox={`${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`}
      className="max-h-[60dvh] w-full rounded-md border border-line-strong bg-sunken"
    >
      <pattern
        id={hatch}
        width={HATCH.step}
        height={HATCH.step}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width={HATCH.step} height={HATCH.step} fill={HATCH.ground} />
        <rect width={HATCH.step / 4} height={HATCH.step} fill={HATCH.line} />
      </pattern>
      {plots.map(({ plotId, path }, at) => {
        const value = values[at] ?? null
        return (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the rows of the table do the same
          <path
            key={plotId}
            d={path}
            fill={value === null ? `url(#${hatch})` : colourOf(value, scale, colours)}
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
