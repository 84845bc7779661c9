import type { CSSProperties } from 'react'

/** Which map is shown at this place, and how exact it is. */
export const MapCaption = ({ lines, style }: { lines: readonly string[]; style?: CSSProperties }) =>
  lines.length > 0 && (
    <span
      className="pointer-events-none absolute top-2 z-10 flex flex-col rounded bg-card/90 px-1.5 text-xs/5 wrap-anywhere tabular-nums"
      style={style}
    >
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  )
