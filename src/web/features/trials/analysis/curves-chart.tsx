import { memo, useMemo } from 'react'
import type { Scale } from '#imagery/traits/derived/colour-scale.ts'
import { ticksOf } from '#imagery/traits/derived/ticks.ts'
import { usePrinting } from '#web/lib/printing.ts'
import { classNames } from '#web/ui/class-names.ts'
import { nearestOf, type Place, pathOf } from './chart-scale.ts'
import type { SeasonAxis } from './season-axis.ts'
import { useSize } from './use-size.ts'
import { ValueTicks } from './value-ticks.tsx'

/** Each has its own colour, width and dashes. */
export const LOOKS = {
  plot: 'stroke-action stroke-3',
  genotype: 'stroke-action stroke-2 [stroke-dasharray:7_4]',
  mean: 'stroke-ink stroke-2',
  check: 'stroke-status-red stroke-2 [stroke-dasharray:2_3]',
  hovered: 'stroke-ink stroke-1',
} as const

export type Curve = { id: string; name: string; values: readonly (number | null)[]; look: keyof typeof LOOKS }

type CurvesChartProps = {
  axis: SeasonAxis
  range: Scale
  unit: string
  /** Thin lines. */
  series: readonly (readonly (number | null)[])[]
  /** Drawn above them, the last one on top. */
  curves: readonly Curve[]
  /** In pixels; when left out, what there is room for. */
  height?: number
  /** The place of a thin line under the pointer, or -1; the one that is clicked. */
  onPoint?: (at: number) => void
  onChoose?: (at: number) => void
}

const [LEFT, BOTTOM, TOP, RIGHT] = [52, 26, 8, 10]
const LABEL_WIDTH = 52
/** Of a page of A4, in pixels. */
const PAPER = { width: 680, height: 320 }

/** Values over a season. What stands beside it says the same as text. */
export function CurvesChart(props: CurvesChartProps) {
  const { axis, range, unit, series, curves, onPoint, onChoose } = props
  const [frame, seen] = useSize()
  const { width, height } = usePrinting() && props.height === undefined ? PAPER : seen
  const { days } = axis
  const place = useMemo(() => placeIn({ days, range, width, height }), [days, range, width, height])
  const paths = useMemo(() => series.map((values) => pathOf(days, values, place)).join(''), [series, days, place])
  const at = (event: React.PointerEvent | React.MouseEvent): number => {
    const box = event.currentTarget.getBoundingClientRect()
    return nearestOf({ days, series, place }, [event.clientX - box.left, event.clientY - box.top])
  }
  return (
    <div
      ref={frame}
      className={classNames(
        'min-w-0 overflow-hidden',
        props.height === undefined && 'h-[clamp(10rem,100cqh-9rem,24rem)] print:h-auto',
      )}
      style={{ height: props.height }}
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the rows of the table do the same */}
      <svg
        aria-hidden
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        className={classNames('block max-w-full', onChoose && 'cursor-pointer')}
        {...(onPoint && { onPointerMove: (event) => onPoint(at(event)), onPointerLeave: () => onPoint(-1) })}
        {...(onChoose && { onClick: (event) => onChoose(at(event)) })}
      >
        <Grid {...{ axis, range, unit, place, width, height }} />
        <AllPlots path={paths} many={series.length} />
        {curves.map(({ id, values, look }) => (
          <g key={id}>
            <path d={pathOf(days, values, place)} fill="none" strokeLinejoin="round" className={LOOKS[look]} />
            {look === 'plot' &&
              values.map(
                (value, index) =>
                  value !== null && (
                    <circle
                      // oxlint-disable-next-line react/no-array-index-key -- a flight has its place
                      key={index}
                      cx={place.x(days[index] ?? 0)}
                      cy={place.y(value)}
                      r={3.5}
                      className="fill-action"
                    />
                  ),
              )}
          </g>
        ))}
      </svg>
    </div>
  )
}

/** Drawn once, however the pointer moves. */
const AllPlots = memo(function AllPlots({ path, many }: { path: string; many: number }) {
  return (
    <path
      d={path}
      fill="none"
      className={classNames('stroke-line-strong', many > 300 ? 'opacity-25' : many > 60 ? 'opacity-45' : 'opacity-65')}
    />
  )
})

function placeIn({ days, range: [low, high], width, height }: Pick<CurvesChartProps, 'range'> & Size): Place {
  const [first, last] = [Math.min(...days), Math.max(...days)]
  const inner = Math.max(1, width - LEFT - RIGHT)
  return {
    x: (day) => LEFT + (last > first ? (day - first) / (last - first) : 0.5) * inner,
    y: (value) => TOP + (1 - (value - low) / (high - low)) * (height - TOP - BOTTOM),
  }
}
type Size = { days: readonly number[]; width: number; height: number }

type GridProps = Pick<CurvesChartProps, 'axis' | 'range' | 'unit'> & { place: Place; width: number; height: number }

function Grid({ axis, range, unit, place, width, height }: GridProps) {
  const ticks = ticksOf(range, Math.max(2, Math.floor((height - TOP - BOTTOM) / 28)))
  const last = Math.max(...axis.days)
  const shown = axis.days
    .toSorted((a, b) => a - b)
    .reduce<number[]>((kept, day) => {
      const [before, after] = [kept.at(-1), day === last ? 0 : place.x(last) - place.x(day)]
      const isFree = before === undefined || place.x(day) - place.x(before) >= LABEL_WIDTH
      return isFree && (day === last || after >= LABEL_WIDTH * 1.5) ? [...kept, day] : kept
    }, [])
  return (
    <g className="fill-muted text-note tabular-nums">
      <ValueTicks {...{ ticks, unit }} left={LEFT} right={width - RIGHT} y={place.y} />
      {shown.map((day) => (
        <g key={day}>
          <line
            x1={place.x(day)}
            x2={place.x(day)}
            y1={height - BOTTOM}
            y2={height - BOTTOM + 4}
            className="stroke-line-strong"
          />
          <text x={place.x(day)} y={height - 8} textAnchor={place.x(day) > width - 24 ? 'end' : 'middle'}>
            {axis.short(day)}
          </text>
        </g>
      ))}
    </g>
  )
}

/** The curves by name, with a piece of each line. */
export const Legend = ({ curves }: { curves: readonly Pick<Curve, 'id' | 'name' | 'look'>[] }) => (
  <ul className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
    {curves.map(({ id, name, look }) => (
      <li key={id} className="flex min-w-0 items-center gap-2">
        <svg aria-hidden width={28} height={8} className="shrink-0">
          <line x1={0} x2={28} y1={4} y2={4} className={LOOKS[look]} />
        </svg>
        <bdi className="truncate">{name}</bdi>
      </li>
    ))}
  </ul>
)
