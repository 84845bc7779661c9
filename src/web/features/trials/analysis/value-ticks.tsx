import { valueText } from '../messages.ts'

type ValueTicksProps = {
  ticks: readonly number[]
  unit: string
  left: number
  right: number
  y: (value: number) => number
}

/** Lines across a drawing, with their values at the left. */
export const ValueTicks = ({ ticks, unit, left, right, y }: ValueTicksProps) =>
  ticks.map((value) => (
    <g key={value}>
      <line x1={left} x2={right} y1={y(value)} y2={y(value)} className="stroke-line" />
      <text x={left - 6} y={y(value) + 4} textAnchor="end">
        {valueText(value, unit)}
      </text>
    </g>
  ))
