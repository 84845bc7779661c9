import { DATE_UNIT } from '#domain/dates.ts'
import { RAMPS } from '#imagery/rasters/ramps.ts'
import { type Colours, classColours, classEdges, colourOf, type Scale } from '#imagery/traits/derived/colour-scale.ts'
import { formatValue } from '#web/lib/raster-map/look.ts'
import { LegendKey } from '../analysis/legend-key.tsx'
import { unitText, valueText } from '../messages.ts'
import { HATCH_CSS } from './hatch.ts'

const STOPS = 9
const SWATCH = 'h-3 w-5 rounded-sm border border-line-strong'

type LegendProps = {
  scale: Scale
  unit: string
  colours: Colours
  /** What is shown, such as '46 of 48 plots on 2025-07-01'. */
  shown: string
  /** Whether something has no value. */
  hasGaps: boolean
  /** Where the limits of the colours come from, as a sentence. */
  limits: string
  /** A value for people, where it isn't a number with the unit. */
  textOf?: ((value: number) => string) | undefined
  /** Those of the plots, whose distribution is drawn above the colours. */
  values?: readonly (number | null)[]
  /** The one under the pointer. */
  marked?: number | null | undefined
}

/** The colours with their values, what has them, and where the limits come from. */
export function Legend({ scale, unit, colours, shown, hasGaps, limits, textOf, values, marked }: LegendProps) {
  const edges = colours.classes > 0 ? classEdges(scale, colours.classes) : scale
  const text = (value: number) =>
    textOf?.(value) ?? (unit === '%' || unit === DATE_UNIT ? valueText(value, unit) : formatValue(value, scale))
  return (
    <div className="flex flex-col gap-1.5 text-xs text-muted tabular-nums">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1.5">
        <div className="max-w-md min-w-40 grow">
          {values && <Distribution {...{ values, scale }} />}
          <span
            aria-hidden
            className="relative block h-3 rounded-sm border border-line-strong"
            style={{ background: gradient(scale, colours) }}
          >
            {marked != null && (
              <span
                className="absolute -inset-y-1 w-1 -translate-x-1/2 rounded-full border border-card bg-ink"
                style={{ left: `${100 * shareIn(scale, marked)}%` }}
              />
            )}
          </span>
          <ol
            aria-label={colours.classes > 0 ? 'Edges of the classes' : 'Limits of the colours'}
            className="relative mt-0.5 h-4"
          >
            {edges.map((edge, at) => {
              const share = (100 * at) / (edges.length - 1)
              // The first and the last one stay below the bar.
              return (
                <li
                  key={edge}
                  className="absolute whitespace-nowrap"
                  style={{ left: `${share}%`, translate: `${edgeShift(share)}%` }}
                >
                  {text(edge)}
                  {(at === 0 || at === edges.length - 1) && ` ${unitText(unit)}`.trimEnd()}
                </li>
              )
            })}
          </ol>
        </div>
        {hasGaps && (
          <LegendKey look={SWATCH} background={HATCH_CSS}>
            No value
          </LegendKey>
        )}
      </div>
      <p className="text-note/4 [@container(height<26rem)]:sr-only">
        {shown}. {limits}.
      </p>
    </div>
  )
}

const BINS = 40

/** How many plots have which value; what is beyond the limits is at their ends. */
function Distribution({ values, scale }: { values: readonly (number | null)[]; scale: Scale }) {
  const counts = Array.from({ length: BINS }, () => 0)
  for (const value of values)
    if (value !== null) {
      const bin = Math.min(BINS - 1, Math.floor(shareIn(scale, value) * BINS))
      counts[bin] = (counts[bin] ?? 0) + 1
    }
  const most = Math.max(1, ...counts)
  const bars = counts.map((count, bin) => (count === 0 ? '' : `M${bin + 0.5} 1V${1 - count / most}`))
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${BINS} 1`}
      preserveAspectRatio="none"
      className="block h-5 w-full [@container(height<26rem)]:hidden"
    >
      <path d={bars.join('')} strokeWidth={0.75} className="stroke-muted" />
    </svg>
  )
}

/** From 0 at the lower limit to 1. */
const shareIn = ([low, high]: Scale, value: number): number => Math.min(1, Math.max(0, (value - low) / (high - low)))

/** A colour for each of a few names. */
export const NamesLegend = ({
  names,
  shown,
  hasGaps,
}: {
  names: readonly string[]
  shown: string
  hasGaps: boolean
}) => (
  <div className="flex flex-col gap-1.5 text-xs text-muted">
    <ul aria-label="Colours" className="flex flex-wrap gap-x-4 gap-y-1">
      {names.map((name, at) => (
        <li key={name}>
          <LegendKey look={SWATCH} background={`rgb(${RAMPS.names[at]?.join(' ')})`}>
            <bdi>{name}</bdi>
          </LegendKey>
        </li>
      ))}
      {hasGaps && (
        <li>
          <LegendKey look={SWATCH} background={HATCH_CSS}>
            None
          </LegendKey>
        </li>
      )}
    </ul>
    <p className="text-note/4 [@container(height<26rem)]:sr-only">{shown}.</p>
  </div>
)

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
