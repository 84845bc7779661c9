import { type CSSProperties, type PointerEvent, useId, useState } from 'react'
import { Picture } from '../picture.tsx'
import type { PictureName } from '../pictures.ts'
import type { PointedAt } from './trial-readings.ts'

export type MapSide = { name: PictureName; label: string; alt: string }

type CompareMapsProps = {
  left: MapSide
  right: MapSide
  /** The accessible name of the divider. */
  label: string
  sizes: string
  /** CSS classes for the aspect ratio of the frame. */
  shape: string
  /** The sizes attribute on phones, where the frame is upright. */
  uprightSizes?: string
  /** Called with the position of the pointer, or of the divider when keys move it. */
  onPoint?: (place: PointedAt) => void
}

const START = 50

/** Two maps of the same area with a movable divider between them. */
export function CompareMaps({ left, right, label, sizes, uprightSizes, shape, onPoint }: CompareMapsProps) {
  const [split, setSplit] = useState(START)
  const [touched, setTouched] = useState(false)
  const hint = useId()

  const moveTo = (share: number) => {
    setTouched(true)
    setSplit(Math.round(Math.min(100, Math.max(0, share)) * 10) / 10)
  }
  const follow = (event: PointerEvent<HTMLInputElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const x = (event.clientX - box.left) / box.width
    onPoint?.({ x, y: (event.clientY - box.top) / box.height, frame: box })
    if (event.type === 'pointerdown' || event.buttons === 1) moveTo(x * 100)
  }

  return (
    <div
      className={`relative overflow-hidden bg-ramp-3 select-none ${shape}`}
      style={{ '--split': `${split}%` } as CSSProperties}
    >
      <Picture
        {...left}
        sizes={sizes}
        uprightSizes={uprightSizes}
        eager
        className="absolute inset-0 size-full object-cover"
      />
      <div
        className={`absolute inset-0 [clip-path:inset(0_0_0_var(--split))] ${touched ? '' : 'transition-[clip-path] delay-300 duration-1000 starting:[clip-path:inset(0_0_0_84%)]'}`}
      >
        <Picture
          {...right}
          sizes={sizes}
          uprightSizes={uprightSizes}
          eager="second"
          className="size-full object-cover"
        />
      </div>
      <span className="absolute bottom-3 left-3 rounded-sm bg-ramp-9/85 px-2 py-1 text-xs font-medium text-ramp-1">
        {left.label}
      </span>
      <span className="absolute right-3 bottom-3 rounded-sm bg-ramp-9/85 px-2 py-1 text-xs font-medium text-ramp-1">
        {right.label}
      </span>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={split}
        aria-label={label}
        aria-describedby={hint}
        aria-valuetext={`${Math.round(split)} percent ${left.label.toLowerCase()}, the rest ${right.label.toLowerCase()}`}
        onChange={(event) => {
          moveTo(event.target.valueAsNumber)
          const box = event.target.getBoundingClientRect()
          onPoint?.({ x: event.target.valueAsNumber / 100, y: 0.5, frame: box })
        }}
        onPointerDown={follow}
        onPointerMove={follow}
        className="peer absolute inset-0 z-10 m-0 size-full cursor-ew-resize touch-pan-y appearance-none opacity-0 [&::-moz-range-thumb]:w-px [&::-moz-range-thumb]:border-0 [&::-webkit-slider-thumb]:w-px [&::-webkit-slider-thumb]:appearance-none"
      />
      <span id={hint} className="sr-only">
        Drag it, or use the arrow keys.
      </span>
      <Divider touched={touched} />
    </div>
  )
}

/** Moved by `translate`, because a change of `left` would count as a layout shift. */
const Divider = ({ touched }: { touched: boolean }) => (
  <span
    aria-hidden
    className={`pointer-events-none absolute inset-0 translate-x-(--split) peer-focus-visible:*:w-1 peer-focus-visible:*:*:outline-3 peer-focus-visible:*:*:outline-offset-2 peer-focus-visible:*:*:outline-ramp-1 peer-focus-visible:*:*:ring-8 peer-focus-visible:*:*:ring-ramp-9 ${touched ? '' : 'transition-[translate] delay-300 duration-1000 starting:translate-x-[84%]'}`}
  >
    <span className="absolute inset-y-0 left-0 w-0.5 -translate-x-1/2 bg-ramp-1 shadow-[0_0_0_1px_rgb(21_47_74/0.35)]">
      <span className="absolute top-1/2 left-1/2 grid size-11 -translate-1/2 place-items-center rounded-full border-2 border-ramp-9 bg-ramp-1 text-ramp-9 shadow-md">
        <svg
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          className="size-6"
        >
          <path d="M8.5 7.5 4 12l4.5 4.5M15.5 7.5 20 12l-4.5 4.5M12 5v14" />
        </svg>
      </span>
    </span>
  </span>
)
