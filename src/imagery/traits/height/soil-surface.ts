// The soil of a flight as a surface, to take floating and tilting out of heights: a polynomial of second order through the
// heights of soil pixels.
import { deviationOf, type Frame, fitQuadratic, frameOf, type HeightPoints } from '../../numbers/fit-quadratic.ts'
import { medianOf } from '../../numbers/median.ts'

/** Of each point of soil, above the ground that heights are measured from. */
export type SoilPoints = HeightPoints

/** 'calibrated': the surface is subtracted; 'median': too little soil for a surface; 'uncalibrated': too little for anything. */
export type SoilState = 'calibrated' | 'median' | 'uncalibrated'

export type SoilSurface = {
  state: SoilState
  /** To be subtracted from heights. */
  heightAt: (x: number, y: number) => number
  points: number
  /** Of nine parts of the field, those with soil. */
  sectors: number
  /** Before the surface is subtracted; null of no soil. */
  medianBefore: number | null
  sdBefore: number | null
  /** What is left on soil: the noise of heights. Null of no soil. */
  noise: number | null
}

const POINTS_MIN = 500
const SECTORS_MIN = 6

export function fitSoil(soil: SoilPoints): SoilSurface {
  const { height } = soil
  const count = height.length
  if (count === 0)
    return {
      state: 'uncalibrated',
      heightAt: () => 0,
      points: 0,
      sectors: 0,
      medianBefore: null,
      sdBefore: null,
      noise: null,
    }
  const frame = frameOf(soil)
  const sectors = sectorsOf(soil, frame)
  const medianBefore = medianOf(height)
  const sdBefore = deviationOf(height)
  const facts = { points: count, sectors, medianBefore, sdBefore }
  const surface = count >= POINTS_MIN && sectors >= SECTORS_MIN ? fitQuadratic(soil, frame) : undefined
  if (surface) return { ...facts, state: 'calibrated', heightAt: surface.heightAt, noise: surface.noise }
  return count >= POINTS_MIN
    ? { ...facts, state: 'median', heightAt: () => medianBefore, noise: sdBefore }
    : { ...facts, state: 'uncalibrated', heightAt: () => 0, noise: sdBefore }
}

/** How far the soil of a part of the field is from 0, once `zeroAt` is subtracted: the median; of all soil where that part has none. */
export type SoilLeft = (x: number, y: number) => number | null

/** Of nine parts of the field. */
export function soilLeftOf(soil: SoilPoints, zeroAt: (x: number, y: number) => number): SoilLeft {
  if (soil.height.length === 0) return () => null
  const frame = frameOf(soil)
  const left = soil.height.map((height, at) => height - zeroAt(soil.x[at] ?? 0, soil.y[at] ?? 0))
  const parts = Map.groupBy(left.keys(), (at) => sectorAt(frame, soil.x[at] ?? 0, soil.y[at] ?? 0))
  const medians = new Map(
    [...parts].map(([part, of]) => [part, medianOf(Float64Array.from(of, (at) => left[at] ?? 0))]),
  )
  const ofAll = medianOf(left)
  return (x, y) => medians.get(sectorAt(frame, x, y)) ?? ofAll
}

const third = (value: number): number => Math.max(0, Math.min(2, Math.floor(((value + 1) / 2) * 3)))

const sectorAt = ({ centreX, centreY, halfX, halfY }: Frame, x: number, y: number): number =>
  third((x - centreX) / halfX) * 3 + third((y - centreY) / halfY)

function sectorsOf({ x, y }: SoilPoints, frame: Frame): number {
  const found = new Set<number>()
  for (let at = 0; at < x.length; at += 1) found.add(sectorAt(frame, x[at] ?? 0, y[at] ?? 0))
  return found.size
}
