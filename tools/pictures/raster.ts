import type { Colour } from './colour.ts'

/** A window on the ground in metres; x runs east, y runs south, 0/0 is the middle of the trial. */
export type Window = { x: number; y: number; width: number; height: number; pixelsPerMetre: number }

/** What is known of every pixel: colour under plain light, height above the terrain in metres, vegetation index. */
export type Raster = {
  window: Window
  columns: number
  rows: number
  light: Float32Array
  height: Float32Array
  index: Float32Array
}

export function newRaster(window: Window): Raster {
  const columns = Math.round(window.width * window.pixelsPerMetre)
  const rows = Math.round(window.height * window.pixelsPerMetre)
  return {
    window,
    columns,
    rows,
    light: new Float32Array(columns * rows * 3),
    height: new Float32Array(columns * rows),
    index: new Float32Array(columns * rows),
  }
}

export type Surface = { colour: Colour; height: number; index: number }

export function setPixel(raster: Raster, pixel: number, surface: Surface): void {
  raster.light[pixel * 3] = surface.colour[0]
  raster.light[pixel * 3 + 1] = surface.colour[1]
  raster.light[pixel * 3 + 2] = surface.colour[2]
  raster.height[pixel] = surface.height
  raster.index[pixel] = surface.index
}

/** Blurs by three passes of a box, which comes close to a bell curve. */
export function blurred(source: Float32Array, columns: number, radius: number): Float32Array {
  const rows = source.length / columns
  let from = Float32Array.from(source)
  let to = new Float32Array(source.length)
  for (let pass = 0; pass < 3; pass += 1) {
    for (let row = 0; row < rows; row += 1) boxLine({ from, to, start: row * columns, step: 1, count: columns, radius })
    ;[from, to] = [to, from]
    for (let column = 0; column < columns; column += 1)
      boxLine({ from, to, start: column, step: columns, count: rows, radius })
    ;[from, to] = [to, from]
  }
  return from
}

type Line = { from: Float32Array; to: Float32Array; start: number; step: number; count: number; radius: number }

function boxLine({ from, to, start, step, count, radius }: Line): void {
  const read = (place: number): number => from[start + Math.min(count - 1, Math.max(0, place)) * step] ?? 0
  let sum = 0
  for (let place = -radius; place <= radius; place += 1) sum += read(place)
  for (let place = 0; place < count; place += 1) {
    to[start + place * step] = sum / (2 * radius + 1)
    sum += read(place + radius + 1) - read(place - radius)
  }
}
