import { brand } from '#web/brand.ts'
import { mark } from '#web/features/marketing/logo-mark.ts'

/** In the colour of the text around it. */
export const LogoMark = ({ className = 'size-7' }: { className?: string }) => (
  <svg viewBox="0 0 32 32" aria-hidden className={className}>
    <path d={mark.furrow} fill="none" stroke="currentColor" strokeWidth={mark.strokeWidth} strokeLinecap="round" />
    {mark.flight.map(({ x, y, radius }) => (
      <circle key={x} cx={x} cy={y} r={radius} className="fill-ramp-4" />
    ))}
  </svg>
)

export const LogoName = () => <span className="font-display text-lg font-bold tracking-tight">{brand.name}</span>
