import type { Position } from '#imagery/plots/polygon.ts'
import { MAP_MARKS } from '#web/lib/map-marks.ts'

/** Outlines in pixels of a canvas. Light on dark, with the widths of both, they are seen on any photo. */
export function drawRings(
  context: CanvasRenderingContext2D,
  rings: readonly (readonly Position[])[],
  widths: { dark: number; light: number },
): void {
  context.beginPath()
  for (const ring of rings) {
    for (const [at, corner] of ring.entries()) context[at === 0 ? 'moveTo' : 'lineTo'](...corner)
    context.closePath()
  }
  for (const mark of ['dark', 'light'] as const) {
    context.strokeStyle = MAP_MARKS[mark]
    context.lineWidth = widths[mark]
    context.stroke()
  }
}
