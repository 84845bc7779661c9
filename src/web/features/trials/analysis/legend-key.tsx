import type { ReactNode } from 'react'

type LegendKeyProps = { /** Classes of the sign. */ look: string; background?: string | undefined; children: ReactNode }

/** A sign of a drawing, and what it means. */
export const LegendKey = ({ look, background, children }: LegendKeyProps) => (
  <span className="flex items-center gap-1.5">
    <span aria-hidden className={look} style={{ background }} />
    {children}
  </span>
)
