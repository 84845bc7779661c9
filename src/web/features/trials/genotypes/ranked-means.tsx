import { displayName } from '#domain/display-names.ts'
import type { Comparison } from '#imagery/traits/derived/compare-genotypes.ts'
import { ticksOf } from '#imagery/traits/derived/ticks.ts'
import { rangeOf } from '../analysis/chart-scale.ts'
import { LegendKey } from '../analysis/legend-key.tsx'
import { useSize } from '../analysis/use-size.ts'
import { valueText } from '../messages.ts'
import { type RankedMean, rankedMeansOf } from './mean-intervals.ts'

type RankedMeansProps = {
  comparison: Comparison
  isAdjusted: boolean
  /** Names the means. */
  title: string
  unit: string
  onChoose: (genotype: string) => void
  onPoint: (genotype: string | null) => void
}

/** The most that are drawn. */
const SHOWN_MAX = 200
/** The widths of what stands beside the means, and of a number. */
const [BESIDE_PX, TICK_PX] = [230, 60]
const ROW = 'grid grid-cols-[6.5rem_1fr_2.5rem] items-center gap-x-3 sm:grid-cols-[10rem_1fr_4rem]'

/** Means from the greatest to the smallest with their intervals. The table below says the same. */
export function RankedMeans({ comparison, isAdjusted, title, unit, onChoose, onPoint }: RankedMeansProps) {
  const [frame, { width }] = useSize()
  const all = rankedMeansOf(comparison, isAdjusted)
  const means = all.slice(0, SHOWN_MAX)
  const range = rangeOf(means.map(({ mean, interval, other }) => [mean, other, ...(interval ?? [])]))
  if (!range) return null
  const [low, high] = range
  const place = (value: number): string => `${(100 * (value - low)) / (high - low)}%`
  const ticks = ticksOf(range, Math.max(2, Math.min(6, Math.floor((width - BESIDE_PX) / TICK_PX))))
  const checks = all.filter(({ isCheck }) => isCheck)
  return (
    <figure aria-hidden className="max-w-4xl rounded border border-line bg-card text-sm">
      <figcaption className="flex flex-wrap gap-x-5 gap-y-1 border-b border-line px-3 py-2 text-xs text-muted">
        <span className="text-sm font-semibold text-ink">{title}</span>
        <LegendKey look="size-2.5 rounded-full bg-action">
          {isAdjusted ? 'Adjusted mean' : 'Mean'}, 95 % interval
        </LegendKey>
        {means.some(({ other }) => other !== null) && (
          <LegendKey look="size-2.5 rounded-full border-[1.5px] border-ink">
            {isAdjusted ? 'Plain mean' : 'Adjusted mean'}
          </LegendKey>
        )}
        {checks.length > 0 && <LegendKey look="h-3 border-l-2 border-dashed border-status-red">Check</LegendKey>}
      </figcaption>
      <div ref={frame} className="max-h-96 overflow-y-auto px-3 pb-2 print:max-h-none print:overflow-visible">
        <div className={`${ROW} sticky top-0 z-10 h-6 bg-card text-xs text-muted tabular-nums`}>
          <span />
          <span className="relative h-4">
            {ticks.map((value) => (
              <span key={value} className="absolute -translate-x-1/2 whitespace-nowrap" style={{ left: place(value) }}>
                {valueText(value, unit)}
              </span>
            ))}
          </span>
          <span />
        </div>
        <div className="relative">
          <div className={`${ROW} absolute inset-0`}>
            <span />
            <span className="relative h-full">
              {ticks.map((value) => (
                <Mark key={value} at={place(value)} look="inset-y-0 border-l border-line" />
              ))}
              {checks.map(({ genotype, mean }) => (
                <Mark key={genotype} at={place(mean)} look="inset-y-0 border-l-2 border-dashed border-status-red/60" />
              ))}
            </span>
            <span />
          </div>
          <ol className="relative">
            {means.map((one) => (
              <li
                key={one.genotype}
                className="break-inside-avoid"
                onPointerEnter={() => onPoint(one.genotype)}
                onPointerLeave={() => onPoint(null)}
              >
                <Row {...{ one, place }} onChoose={() => onChoose(one.genotype)} />
              </li>
            ))}
          </ol>
        </div>
        {all.length > means.length && (
          <p className="pt-1 text-xs text-muted">
            The first {SHOWN_MAX} of {all.length.toLocaleString('en')}. All are in the table.
          </p>
        )}
      </div>
    </figure>
  )
}

type RowProps = {
  one: RankedMean
  place: (value: number) => string
  onChoose: () => void
}

// The table has the buttons for the keyboard.
const Row = ({ one, place, onChoose }: RowProps) => (
  <button
    type="button"
    data-printed
    tabIndex={-1}
    onClick={onChoose}
    className={`${ROW} h-6 w-full text-left hover:bg-ink/8`}
  >
    <span className={`truncate ${one.isCheck ? 'font-semibold' : ''}`} dir="auto">
      {displayName(one.genotype)}
    </span>
    <span className="relative h-full">
      {one.interval && (
        <span
          className="absolute top-1/2 h-0.5 -translate-y-1/2 bg-action"
          style={{ left: place(one.interval[0]), right: `calc(100% - ${place(one.interval[1])})` }}
        />
      )}
      {one.other !== null && (
        <Mark
          at={place(one.other)}
          look="top-1/2 size-2.5 -translate-1/2 rounded-full border-[1.5px] border-ink bg-card"
        />
      )}
      <Mark at={place(one.mean)} look="top-1/2 size-2.5 -translate-1/2 rounded-full bg-action" />
    </span>
    <span className="truncate text-muted">{one.letters}</span>
  </button>
)

const Mark = ({ at, look }: { at: string; look: string }) => (
  <span className={`absolute ${look}`} style={{ left: at }} />
)
