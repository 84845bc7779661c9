import type { ReactNode } from 'react'
import { Ramp } from '#web/ui/ramp.tsx'

const TICKS = Array.from({ length: 16 }, (_, tick) => tick)

const Rule = ({ side }: { side: 'top' | 'bottom' }) => (
  <div aria-hidden className={`flex h-2 justify-between px-2 ${side === 'top' ? 'items-end' : 'items-start'}`}>
    {TICKS.map((tick) => (
      <span key={tick} className={`w-px bg-line-strong ${tick % 5 === 0 ? 'h-2' : 'h-1'}`} />
    ))}
  </div>
)

/** A map with a ticked frame and a legend below. */
export const MapSheet = ({ children, legend }: { children: ReactNode; legend: ReactNode }) => (
  <figure className="rounded-sm border border-line-strong bg-card px-2 shadow-[0_1px_0_var(--line),0_12px_32px_-18px_rgb(21_47_74/0.4)]">
    <Rule side="top" />
    <div className="overflow-hidden border border-line-strong">{children}</div>
    <Rule side="bottom" />
    <figcaption className="px-2 pt-2 pb-4 text-sm">{legend}</figcaption>
  </figure>
)

export const RampKey = ({ low, high }: { low: string; high: string }) => (
  <span className="inline-flex items-center gap-2 text-xs text-muted">
    {low}
    <Ramp className="h-3 w-36 flex-row-reverse border border-line-strong" />
    {high}
  </span>
)

/** A scale bar on the map. `width` is a CSS width. */
export const ScaleBar = ({ label, width }: { label: string; width: string }) => (
  <span className="pointer-events-none absolute top-4 left-4 hidden sm:block" style={{ width }}>
    <span aria-hidden className="block h-2 border-x-2 border-b-2 border-ramp-9 bg-ramp-1/70" />
    <span className="mt-1 inline-block rounded-sm bg-ramp-1/85 px-1 text-xs font-medium text-ramp-9">{label}</span>
  </span>
)
