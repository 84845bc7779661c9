import { useMemo } from 'react'
import type { FlightReply } from '#contract/flights.ts'

type FlightPictureProps = {
  positions: FlightReply['positions']
  /** Names of photos that are pointed out. */
  marked: readonly string[]
}

const SIDE = 400
const MARGIN = 16

/** Where the photos were taken, north up, in the order of the flight. The figures beside it and the findings say the same in words. */
export function FlightPicture({ positions, marked }: FlightPictureProps) {
  const { points, height } = useMemo(() => place(positions), [positions])
  const names = useMemo(() => new Set(marked), [marked])
  if (points.length === 0)
    return <p className="text-sm text-muted">No photo has a position, so there is no map of them.</p>
  const found = points.filter((_, at) => names.has(positions[at]?.name ?? ''))
  return (
    <figure className="min-w-0">
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img has no path
        role="img"
        aria-label={`Where ${positions.length.toLocaleString('en')} photos were taken, north up`}
        viewBox={`0 0 ${SIDE} ${height}`}
        className="w-full rounded-md border border-line bg-sunken"
      >
        <path d={lineThrough(points)} fill="none" className="stroke-line-strong" strokeWidth={1} />
        <path d={dotsAt(points)} fill="none" className="stroke-action" strokeWidth={5} strokeLinecap="round" />
        <path d={dotsAt(found)} fill="none" className="stroke-danger" strokeWidth={8} strokeLinecap="round" />
      </svg>
      <figcaption className="mt-1.5 text-sm text-muted">Where the photos were taken. North is up.</figcaption>
    </figure>
  )
}

type Point = readonly [x: number, y: number]

/** Into a square at most, as a degree of longitude is as wide there. */
function place(positions: FlightReply['positions']): { points: Point[]; height: number } {
  const middle = positions[Math.floor(positions.length / 2)]
  const narrowing = Math.cos(((middle?.lat ?? 0) * Math.PI) / 180)
  const xs = positions.map(({ lon }) => lon * narrowing)
  const ys = positions.map(({ lat }) => lat)
  const [west, south] = [least(xs), least(ys)]
  const [width, tall] = [-least(xs.map((x) => -x)) - west, -least(ys.map((y) => -y)) - south]
  const scale = (SIDE - 2 * MARGIN) / (Math.max(width, tall) || 1)
  const height = tall * scale + 2 * MARGIN
  const left = (SIDE - width * scale) / 2
  return {
    points: xs.map((x, at) => [left + (x - west) * scale, height - MARGIN - ((ys[at] ?? south) - south) * scale]),
    height,
  }
}

const least = (numbers: readonly number[]): number =>
  numbers.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)

const text = ([x, y]: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`
const lineThrough = (points: readonly Point[]): string => `M${points.map(text).join('L')}`
/** Lines without a length, of which the round ends are seen. */
const dotsAt = (points: readonly Point[]): string => points.map((point) => `M${text(point)}h0`).join('')
