import { colourOf, type Scale } from '#imagery/traits/derived/colour-scale.ts'
import { unitText, valueText } from '../messages.ts'

const STOPS = 9

/** From the lowest colour to the highest. */
export function Legend({ scale: [low, high], unit }: { scale: Scale; unit: string }) {
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
