import type { Scale } from '#imagery/traits/derived/colour-scale.ts'
import { ticksOf } from '#imagery/traits/derived/ticks.ts'
import { valueText } from '../messages.ts'
import { ValueTicks } from './value-ticks.tsx'

const [LEFT, BOTTOM, TOP, RIGHT] = [60, 44, 10, 12]
/** So that no point is cut. */
const ROOM = 4
/** What a tick below takes at least. */
const TICK_PX = 110

export type PointPlane = ReturnType<typeof pointPlaneOf>

/** Where pairs of values lie in a drawing, in pixels. */
export function pointPlaneOf({ across, up, ...size }: { across: Scale; up: Scale; width: number; height: number }) {
  const [left, right, foot] = [LEFT, size.width - RIGHT, size.height - BOTTOM]
  return {
    ...size,
    across,
    up,
    left,
    right,
    foot,
    x: (value: number): number =>
      left + ROOM + ((value - across[0]) / (across[1] - across[0])) * (right - left - 2 * ROOM),
    y: (value: number): number => TOP + ROOM + (1 - (value - up[0]) / (up[1] - up[0])) * (foot - TOP - 2 * ROOM),
  }
}

type PointAxesProps = {
  plane: PointPlane
  /** The most ticks at the left. */
  most: number
  unit: string
  xTitle: string
  yTitle: string
}

export const PointAxes = ({ plane, most, unit, xTitle, yTitle }: PointAxesProps) => {
  const { across, up, x, y, width, height, left, right, foot } = plane
  return (
    <>
      <ValueTicks {...{ unit, left, right, y }} ticks={ticksOf(up, most)} />
      {ticksOf(across, Math.max(2, Math.floor(width / TICK_PX))).map((value) => (
        <text key={value} x={x(value)} y={foot + 16} textAnchor="middle">
          {valueText(value, unit)}
        </text>
      ))}
      <text x={(left + right) / 2} y={height - 6} textAnchor="middle" className="fill-ink">
        {xTitle}
      </text>
      <text transform={`translate(12 ${height / 2 - 20}) rotate(-90)`} textAnchor="middle" className="fill-ink">
        {yTitle}
      </text>
    </>
  )
}

/** All points as one path, as there may be thousands. */
export const Dots = ({ points }: { points: readonly { left: number; top: number }[] }) => (
  <path
    d={points.map(({ left, top }) => `M${left.toFixed(1)} ${top.toFixed(1)}h0`).join('')}
    strokeWidth={5}
    strokeLinecap="round"
    className="stroke-action opacity-60"
  />
)
