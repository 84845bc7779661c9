import { type PointerEvent, useState } from 'react'
import type { Point } from '#web/lib/raster-map/map-frame.ts'

type LassoProps = {
  /** Corners in pixels from the top left of the map. */
  onDrawn: (outline: readonly Point[]) => void
}

const pointOf = ({ nativeEvent }: PointerEvent): Point => [nativeEvent.offsetX, nativeEvent.offsetY]

/** Over a map: an outline is drawn around what is meant, by a mouse, a pen or a finger. */
export function Lasso({ onDrawn }: LassoProps) {
  const [drawn, setDrawn] = useState<readonly Point[]>([])
  const end = () => {
    setDrawn([])
    if (drawn.length > 2) onDrawn(drawn)
  }
  return (
    <svg
      aria-hidden
      className="absolute inset-0 size-full cursor-crosshair touch-none"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrawn([pointOf(event)])
      }}
      onPointerMove={(event) => {
        if (drawn.length > 0) setDrawn([...drawn, pointOf(event)])
      }}
      onPointerUp={end}
      onPointerCancel={() => setDrawn([])}
    >
      <polygon points={drawn.join(' ')} strokeWidth={3} className="fill-mark-light/20 stroke-mark-light" />
      <polygon
        points={drawn.join(' ')}
        strokeWidth={1.5}
        strokeDasharray="5 5"
        className="fill-none stroke-mark-dark"
      />
    </svg>
  )
}
