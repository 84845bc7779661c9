import { brand } from '#domain/brand.ts'

/** The mark on a grid of 32: two joined furrows that end in a dotted flight path. */
const mark = {
  furrow: 'M6 24H22A4 4 0 0 0 22 16H10A4 4 0 0 1 10 8H14',
  strokeWidth: 4,
  flight: [
    { x: 20, y: 8, radius: 2 },
    { x: 26, y: 8, radius: 2 },
  ],
} as const

/** Decorative, because the name is always beside it or in a label. */
export const LogoMark = ({ className = 'size-8' }: { className?: string }) => (
  <svg viewBox="0 0 32 32" aria-hidden className={className}>
    <path d={mark.furrow} fill="none" stroke="currentColor" strokeWidth={mark.strokeWidth} strokeLinecap="round" />
    {mark.flight.map(({ x, y, radius }) => (
      <circle key={x} cx={x} cy={y} r={radius} className="fill-action" />
    ))}
  </svg>
)

export const Logo = ({ nameClassName = '' }: { nameClassName?: string }) => (
  <span className="inline-flex items-center gap-2">
    <LogoMark />
    <span className={`font-display text-[1.375rem]/none font-semibold tracking-[-0.02em] ${nameClassName}`}>
      {brand.name}
    </span>
  </span>
)
