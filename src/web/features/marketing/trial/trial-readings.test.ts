import { describe, expect, it } from 'vitest'
import plots from './trial-plots.json' with { type: 'json' }
import { readingAt } from './trial-readings.ts'

const placeOf = (plot: number): { x: number; y: number } => {
  const place = plots.number.indexOf(plot)
  return { x: plots.x[place] ?? 0, y: plots.y[place] ?? 0 }
}

describe('the reading under the pointer', () => {
  it('is that of the plot at this position when the frame shows the whole picture', () => {
    for (const plot of [101, 214, 313, 526]) {
      expect(readingAt({ ...placeOf(plot), frame: { width: 1200, height: 600 } }).number).toBe(plot)
    }
  })

  it('takes the cropped sides of a narrow frame into account', () => {
    const { x, y } = placeOf(313)
    const frame = { width: 300, height: 400 }
    // The picture is 800 wide in this frame, of which 300 are visible.
    expect(readingAt({ x: 0.5 + ((x - 0.5) * 800) / 300, y, frame }).number).toBe(313)
  })
})
