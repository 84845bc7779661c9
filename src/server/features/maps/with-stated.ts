import { LIGHT, type RasterFacts, type StatedFacts } from '#domain/maps.ts'
import { placeOf } from '#imagery/rasters/place.ts'
import { crsOfEpsg } from '../../compute/crs/crs-of-epsg.ts'

const COLOURS = ['red', 'green', 'blue'] as const

/** What people state wins over what the file says. */
export function withStated(facts: RasterFacts, { kind, epsg, bands, standsForOne }: StatedFacts): RasterFacts {
  const crs = epsg === undefined ? facts.crs : crsOfEpsg(epsg)
  const named = bands ? facts.bands.map((band, at) => ({ ...band, role: bands[at] ?? 'unknown' })) : facts.bands
  return {
    ...facts,
    kind: kind ?? facts.kind,
    ...withOne({ bands: named, ranges: facts.ranges }, standsForOne ?? null),
    ...(bands && { areBandsAssumed: undefined }),
    // What is red, green and blue in the file is something else.
    ...(bands && !COLOURS.every((role) => bands.includes(role)) && { looksNearInfrared: undefined }),
    ...(epsg !== undefined && { crs, ...placeOf({ ...facts, crs }) }),
  }
}

/** The number that stands for 1 is one of the file, and takes the place of the scale that the file states for bands of light. */
function withOne({ bands, ranges }: Pick<RasterFacts, 'bands' | 'ranges'>, standsForOne: number | null) {
  if (standsForOne === null) return { bands, ranges }
  const scaled = bands.map(({ role, scaling: [factor, offset] = [1, 0], ...band }, at) => {
    const range = ranges[at] ?? null
    if (!LIGHT.includes(role)) return { band: { ...band, role, ...bands[at] }, range }
    const one = (value: number) => (value - offset) / factor / standsForOne
    return {
      band: { ...band, role, ...(standsForOne !== 1 && { scaling: [1 / standsForOne, 0] as const }) },
      range: range && sorted(one(range[0]), one(range[1])),
    }
  })
  return { bands: scaled.map(({ band }) => band), ranges: scaled.map(({ range }) => range) }
}

const sorted = (a: number, b: number) => [Math.min(a, b), Math.max(a, b)] as const
