import { lengthText, scaleLength } from '#domain/lengths.ts'

/** The north of a map's grid, on a map that is turned clockwise by radians. */
export const NorthArrow = ({ rotation = 0 }: { rotation?: number }) => (
  <svg viewBox="-12 -12 24 24" aria-hidden="true" className="size-6" style={{ rotate: `${rotation}rad` }}>
    <path d="M0 -11 L4 0 L0 -2.5 L-4 0 Z" fill="currentColor" />
    <text y="10" textAnchor="middle" fontSize="9" fontWeight="700" fill="currentColor">
      N
    </text>
  </svg>
)

const WIDEST_PX = 120

/** A round length on the ground, drawn in the scale of the screen. */
export function ScaleBar({ metresPerPixel }: { metresPerPixel: number }) {
  const length = scaleLength(metresPerPixel * WIDEST_PX)
  return (
    <div className="flex flex-col gap-0.5 text-xs/4 font-semibold tabular-nums">
      <span>{lengthText(length)}</span>
      <span style={{ width: length / metresPerPixel }} className="h-1.5 border-x-2 border-b-2 border-ink" />
    </div>
  )
}
