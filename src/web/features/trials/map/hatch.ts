// Where there is no value: grey stripes, which no ramp has.

export const HATCH = { ground: '#d6d3cb', line: '#8a8674', step: 6 } as const

/** As the fill of a canvas. */
export function hatchPattern(): CanvasPattern {
  const { ground, line, step } = HATCH
  const tile = new OffscreenCanvas(step, step)
  const context = tile.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures')
  context.fillStyle = ground
  context.fillRect(0, 0, step, step)
  context.strokeStyle = line
  context.lineWidth = 1.2
  context.beginPath()
  // Its corners too, so that stripes go on in the next tile.
  for (const shift of [-step, 0, step]) {
    context.moveTo(shift - 1, step + 1)
    context.lineTo(shift + step + 1, -1)
  }
  context.stroke()
  const pattern = context.createPattern(tile, 'repeat')
  if (!pattern) throw new Error('This browser draws no patterns')
  return pattern
}

/** As the background of an element. */
export const HATCH_CSS = `repeating-linear-gradient(135deg, ${HATCH.line} 0 1px, ${HATCH.ground} 1px 4px)`
