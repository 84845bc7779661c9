import type { CSSProperties } from 'react'

/** Which map is shown at this place. */
export const MapCaption = ({ children, style }: { children: string; style?: CSSProperties }) => (
  <span
    className="pointer-events-none absolute top-2 z-10 rounded bg-card/90 px-1.5 text-xs/5 whitespace-nowrap tabular-nums"
    style={style}
  >
    {children}
  </span>
)
