/** A small seeded generator (mulberry32): the same seed always draws the same field. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const LATTICE = 1024
const lattice = (() => {
  const next = seeded(20_260)
  return Float32Array.from({ length: LATTICE * LATTICE }, () => next())
})()

const at = (column: number, row: number): number =>
  lattice[(row & (LATTICE - 1)) * LATTICE + (column & (LATTICE - 1))] ?? 0

/** Value noise from 0 to 1 that changes over a length of one unit. */
export function noise(x: number, y: number): number {
  const column = Math.floor(x)
  const row = Math.floor(y)
  const across = x - column
  const down = y - row
  const easeX = across * across * (3 - 2 * across)
  const easeY = down * down * (3 - 2 * down)
  const top = at(column, row) + (at(column + 1, row) - at(column, row)) * easeX
  const bottom = at(column, row + 1) + (at(column + 1, row + 1) - at(column, row + 1)) * easeX
  return top + (bottom - top) * easeY
}

/** Several octaves of noise, each turned a little so that the lattice does not show; about 0 to 1. */
export function octaves(x: number, y: number, count: number): number {
  let sum = 0
  let weight = 0.5
  let total = 0
  let px = x
  let py = y
  for (let octave = 0; octave < count; octave += 1) {
    sum += noise(px, py) * weight
    total += weight
    weight *= 0.5
    const turned = px * 1.6 - py * 1.2 + 37.7
    py = px * 1.2 + py * 1.6 + 11.3
    px = turned
  }
  return sum / total
}

export const clamp = (value: number, low = 0, high = 1): number => Math.min(high, Math.max(low, value))
export const mix = (from: number, to: number, share: number): number => from + (to - from) * share
export function smooth(low: number, high: number, value: number): number {
  const share = clamp((value - low) / (high - low))
  return share * share * (3 - 2 * share)
}
