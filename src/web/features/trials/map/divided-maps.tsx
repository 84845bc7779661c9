import { type ReactNode, useState } from 'react'

/** Two maps over one another, of which a divider shows a part each. They have one view, and move together. */
export function DividedMaps({ left, right }: { left: ReactNode; right: ReactNode }) {
  const [percent, setPercent] = useState(50)
  return (
    <>
      <div className="absolute inset-0 flex [&>*]:grow">{left}</div>
      <div className="absolute inset-0 flex [&>*]:grow" style={{ clipPath: `inset(0 0 0 ${percent}%)` }}>
        {right}
      </div>
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 z-10 w-0.5 bg-mark-light shadow-[0_0_0_1px_var(--mark-dark)]"
        style={{ left: `${percent}%` }}
      />
      <input
        type="range"
        min={0}
        max={100}
        value={percent}
        aria-label="Divider between the two dates"
        onChange={({ target }) => setPercent(Number(target.value))}
        className={DIVIDER}
      />
    </>
  )
}

/** Only its handle takes the pointer, so that the map can be moved beside it. */
const DIVIDER = [
  'pointer-events-none absolute -inset-x-4 top-1/2 z-10 h-8 w-[calc(100%+2rem)] appearance-none bg-transparent',
  '[&::-webkit-slider-thumb]:pointer-events-auto [&::-webkit-slider-thumb]:size-8 [&::-webkit-slider-thumb]:cursor-col-resize',
  '[&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border',
  '[&::-webkit-slider-thumb]:border-mark-dark [&::-webkit-slider-thumb]:bg-mark-light',
  '[&::-moz-range-thumb]:pointer-events-auto [&::-moz-range-thumb]:size-8 [&::-moz-range-thumb]:cursor-col-resize',
  '[&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border [&::-moz-range-thumb]:border-mark-dark [&::-moz-range-thumb]:bg-mark-light',
].join(' ')
