import { css, rampColour } from './colour.ts'
import { figure } from './figures.ts'
import type { Raster, Window } from './raster.ts'
import { PLOT_LENGTH, PLOT_WIDTH, type Plot, plotCorners, toGround, toTrial } from './trial.ts'

/** What is measured on each plot: mean vegetation index, canopy cover, canopy height. */
export type Measured = { plot: Plot; index: number; cover: number; height: number }

/** Averages the raster over every plot, as one would on a real map. */
export function measurePlots(raster: Raster, plots: readonly Plot[]): Measured[] {
  return plots.map((plot) => {
    const { window, columns, rows } = raster
    const middle = toGround(plot.u, plot.v)
    const reach = Math.hypot(PLOT_WIDTH, PLOT_LENGTH) / 2
    const sum = { pixels: 0, index: 0, green: 0, height: 0 }
    const from = {
      x: (middle.x - reach - window.x) * window.pixelsPerMetre,
      y: (middle.y - reach - window.y) * window.pixelsPerMetre,
    }
    const size = 2 * reach * window.pixelsPerMetre
    for (let row = Math.max(0, Math.floor(from.y)); row < Math.min(rows, from.y + size); row += 2) {
      for (let column = Math.max(0, Math.floor(from.x)); column < Math.min(columns, from.x + size); column += 2) {
        const spot = toTrial(window.x + column / window.pixelsPerMetre, window.y + row / window.pixelsPerMetre)
        if (Math.abs(spot.u - plot.u) > PLOT_WIDTH / 2 || Math.abs(spot.v - plot.v) > PLOT_LENGTH / 2) continue
        const index = raster.index[row * columns + column] ?? 0
        sum.pixels += 1
        sum.index += index
        if (index <= 0.3) continue
        sum.green += 1
        sum.height += raster.height[row * columns + column] ?? 0
      }
    }
    const pixels = Math.max(1, sum.pixels)
    return { plot, index: sum.index / pixels, cover: sum.green / pixels, height: sum.height / Math.max(1, sum.green) }
  })
}

const points = (plot: Plot, window: Window): string =>
  plotCorners(plot)
    .map(
      ({ x, y }) =>
        `${((x - window.x) * window.pixelsPerMetre).toFixed(1)},${((y - window.y) * window.pixelsPerMetre).toFixed(1)}`,
    )
    .join(' ')

const sheet = (window: Window, content: string): Buffer => {
  const width = Math.round(window.width * window.pixelsPerMetre)
  const height = Math.round(window.height * window.pixelsPerMetre)
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`)
}

/** Plot outlines with the index of each plot on a label. */
export function featureSheet(measured: readonly Measured[], window: Window): Buffer {
  const scale = window.pixelsPerMetre
  const shapes = measured.map(({ plot, index }) => {
    const middle = toGround(plot.u, plot.v)
    const x = (middle.x - window.x) * scale
    const y = (middle.y - window.y) * scale
    const box = `<polygon points="${points(plot, window)}" fill="none" stroke="#fff" stroke-width="${0.055 * scale}" stroke-opacity="0.95"/>`
    if (plot.missing) return box.replace('stroke-opacity="0.95"', `stroke-dasharray="${0.2 * scale} ${0.14 * scale}"`)
    const label = `<rect x="${x - 0.64 * scale}" y="${y - 0.34 * scale}" width="${1.28 * scale}" height="${0.68 * scale}" rx="${0.08 * scale}" fill="#fbf8f1"/><rect x="${x - 0.64 * scale}" y="${y + 0.24 * scale}" width="${1.28 * scale}" height="${0.1 * scale}" fill="${css(rampColour(index))}"/>`
    return (
      box +
      label +
      figure({ text: index.toFixed(2), x, y: y - 0.05 * scale, height: 0.32 * scale, turn: 0, colour: '#152f4a' })
    )
  })
  return sheet(window, shapes.join(''))
}

/** Every plot filled with the colour of its mean; plots with nothing on them stay hatched. */
export function heatSheet(measured: readonly Measured[], window: Window): Buffer {
  const scale = window.pixelsPerMetre
  const hatch = `<defs><pattern id="none" width="${0.3 * scale}" height="${0.3 * scale}" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V${0.3 * scale}" stroke="#152f4a" stroke-width="${0.05 * scale}"/></pattern></defs>`
  const shapes = measured.map(({ plot, index }) => {
    const fill = plot.missing ? 'url(#none)' : css(rampColour((index - 0.16) * 1.35 + 0.1))
    return `<polygon points="${points(plot, window)}" fill="${fill}" stroke="#152f4a" stroke-opacity="0.55" stroke-width="${0.03 * scale}"/>`
  })
  return sheet(window, hatch + shapes.join(''))
}
