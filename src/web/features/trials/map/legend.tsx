import { DATE_UNIT } from '#domain/dates.ts'
import { type Colours, classColours, classEdges, colourOf, type Scale } from '#imagery/traits/derived/colour-scale.ts'
import { formatValue } from '#web/lib/raster-map/look.ts'
import { unitText, valueText } from '../messages.ts'
import { HATCH_CSS } from './hatch.ts'

const STOPS = 9

type LegendProps = {
  scale: Scale
  unit: string
  colours: Colours
  /** What is shown, such as '46 of 48 plots on 2025-07-01'. */
  shown: string
  /** Whether something has no value. */
  hasGaps: boolean
  /** So many dates have the same colours. */
  dates: number
}

/** The colours with their values, what has them, and where the limits come from. */
export function Legend({ scale, unit, colours, shown, hasGaps, dates }: LegendProps) {
  const edges = colours.classes > 0 ? classEdges(scale, colours.classes) : scale
  const text = (value: number) =>
    unit === '%' || unit === DATE_UNIT ? valueText(value, unit) : formatValue(value, scale)
  return (
    <div className="flex flex-col gap-1.5 text-xs text-muted tabular-nums">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1.5">
        <div className="max-w-md min-w-40 grow">
          <span
            aria-hidden
            className="block h-3 rounded-sm border border-line-strong"
            style={{ background: gradient(scale, colours) }}
          />
          <ol
            aria-label={colours.classes > 0 ? 'Edges of the classes' : 'Limits of the colours'}
            className="relative mt-0.5 h-4"
          >
            {edges.map((edge, at) => {
              const share = (100 * at) / (edges.length - 1)
              // The first and the last one stay below the bar.
              return (
                <li key={edge} className="absolute" style={{ left: `${share}%`, translate: `${edgeShift(share)}%` }}>
                  {text(edge)}
                </li>
              )
            })}
          </ol>
        </div>
        {unitText(unit) !== '' && <span className="-mt-0.5">{unitText(unit)}</span>}
        {hasGaps && (
          <span className="flex items-center gap-1.5">
            <span
              aria-hidden
              className="h-3 w-5 rounded-sm border border-line-strong"
              style={{ background: HATCH_CSS }}
            />
            No value
          </span>
        )}
      </div>
      <p className="text-[0.6875rem]/4 [@container(height<26rem)]:sr-only">
        {shown}. Limits: {unit === DATE_UNIT ? 'first to last' : '2nd to 98th percentile'} of plots
        {dates > 1 && ` on all ${dates} dates`}.
      </p>
    </div>
  )
}

const edgeShift = (share: number): number => (share === 0 ? 0 : share === 100 ? -100 : -50)

function gradient(scale: Scale, colours: Colours): string {
  const { classes } = colours
  const [low, high] = scale
  const stops =
    classes > 0
      ? classColours(colours).map((colour, at) => {
          const css = `rgb(${colour.map(Math.round).join(' ')})`
          return `${css} ${(100 * at) / classes}% ${(100 * (at + 1)) / classes}%`
        })
      : Array.from({ length: STOPS }, (_, at) => colourOf(low + ((high - low) * at) / (STOPS - 1), scale, colours))
  return `linear-gradient(to right, ${stops.join(', ')})`
}
