import { Download } from 'lucide-react'
import { useState } from 'react'
import { lengthText } from '#domain/lengths.ts'
import type { Point } from '#web/lib/raster-map/map-frame.ts'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/list/save-file.ts'
import { factsOfProfile, type HeightProfile } from './height-profile.ts'

type ProfileChartProps = {
  profile: HeightProfile
  /** Of the heights: ' m', or '' where it is unknown. */
  unit: string
  /** Called with the place on the line that is read; null when none is. */
  onRead: (at: Point | null) => void
}

const WIDTH = 400
const HEIGHT = 100

/** Heights along a line: read with the pointer, or with the keys of its slider. */
export function ProfileChart({ profile, unit, onRead }: ProfileChartProps) {
  const [read, setRead] = useState(0)
  const facts = factsOfProfile(profile)
  if (!facts) return <p className="text-sm text-muted">The map has no heights on this line.</p>
  const { points, pixelMetres } = profile
  const span = Math.max(facts.highest - facts.lowest, 1e-6)
  const yOf = (height: number) => HEIGHT - ((height - facts.lowest) / span) * HEIGHT
  const show = (index: number) => {
    setRead(index)
    onRead(points[index]?.at ?? null)
  }
  const point = points[read]
  const at = `${lengthText(point?.metres ?? 0)}: ${point?.height == null ? 'no height' : `${point.height.toFixed(3)}${unit}`}`
  return (
    <section aria-label="Height profile" className="flex flex-col gap-2 rounded-md border border-line bg-card p-3">
      <div className="flex gap-2 text-xs text-muted tabular-nums">
        <div className="flex flex-col justify-between text-right whitespace-nowrap">
          <span>
            {facts.highest.toFixed(2)}
            {unit}
          </span>
          <span>
            {facts.lowest.toFixed(2)}
            {unit}
          </span>
        </div>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" className="h-24 grow">
          {linesOf(profile, yOf).map((line) => (
            <polyline
              key={line}
              points={line}
              fill="none"
              stroke="var(--action)"
              strokeWidth={2}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          <line
            x1={(read / (points.length - 1)) * WIDTH}
            x2={(read / (points.length - 1)) * WIDTH}
            y1={0}
            y2={HEIGHT}
            stroke="var(--ink)"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      </div>
      <input
        type="range"
        aria-label="Place on the line"
        min={0}
        max={points.length - 1}
        value={read}
        aria-valuetext={at}
        onChange={(event) => show(Number(event.target.value))}
        onBlur={() => onRead(null)}
        className="h-6 accent-action"
      />
      <p className="text-sm font-semibold tabular-nums">{at}</p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-xs text-muted tabular-nums">
          {lengthText(facts.length)} long, {facts.rise >= 0 ? 'rises by' : 'falls by'} {Math.abs(facts.rise).toFixed(2)}
          {unit}, from pixels of {lengthText(pixelMetres)}
          {facts.missing > 0 && `, ${Math.ceil(facts.missing * 100)} % without height`}.
        </p>
        <Button variant="secondary" size="small" onClick={() => saveFile(csvOf(profile), 'height-profile.csv')}>
          <Download aria-hidden className="size-4" />
          Save as CSV
        </Button>
      </div>
    </section>
  )
}

/** A line for each run of points that have a height. */
function linesOf({ points }: HeightProfile, yOf: (height: number) => number): string[] {
  const runs: string[][] = [[]]
  for (const [index, { height }] of points.entries())
    if (height === null) runs.push([])
    else runs.at(-1)?.push(`${((index / (points.length - 1)) * WIDTH).toFixed(1)},${yOf(height).toFixed(2)}`)
  return runs.filter((run) => run.length > 0).map((run) => run.join(' '))
}

const csvOf = ({ points }: HeightProfile): Blob => {
  const rows = points.map(({ metres, height }) => `${metres.toFixed(3)},${height === null ? '' : height.toFixed(3)}`)
  return new Blob([['distance_m,height', ...rows, ''].join('\r\n')], { type: 'text/csv' })
}
