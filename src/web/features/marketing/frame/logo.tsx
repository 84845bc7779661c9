import { brand } from '#domain/brand.ts'
import { mark } from './logo-mark.ts'

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
