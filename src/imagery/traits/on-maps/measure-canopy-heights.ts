import { type BandRole, type Crs, type RasterFacts, whyNoPlantHeights } from '#domain/maps.ts'
import type { MeasurementSettings } from '#domain/trials.ts'
import type { Polygon } from '../../plots/polygon.ts'
import { findCanopyTrait } from '../catalogue/canopy-traits.ts'
import type { RadiometricState } from '../catalogue/radiometric-state.ts'
import type { PlacedLayer } from '../height/ground.ts'
import {
  type FieldHeights,
  flagsOfHeights,
  flagsOfUncalibrated,
  type HeightStatistics,
  measureHeights,
  type PlotHeights,
} from '../height/measure-heights.ts'
import { refusedPlots } from '../height/refused-plots.ts'
import { toBits } from '../measure/flags.ts'
import { type MaskRule, maskRule, whyNoMask } from '../measure/masks.ts'
import type { PixelMask } from '../measure/pixel-rows.ts'
import { SCOPES, STATISTIC_AT, STATISTICS } from '../measure/statistics.ts'
import { columnName, type MeasuredTrait } from '../trait-columns.ts'

/** A map whose place and coordinates are known. */
export type HeightMap = PlacedLayer & { fileName: string; facts: RasterFacts }

type Maps = { orthomosaic: HeightMap; elevation: HeightMap; bareGround: HeightMap | null }
type Sources = Maps & {
  /** Of the elevation, by the engine that made it; null of others. */
  confidence: HeightMap | null
  /** The bare ground is of the same photos, or both have positions with corrections. */
  isLevelKnown: boolean
}
type Measuring = {
  maps: Sources
  mask: PixelMask
  bands: readonly BandRole[]
  polygons: readonly Polygon[]
  flags: Float64Array
}

/** How heights came about, for the record. */
export type HeightMethod = {
  z0Source: 'ground' | 'soil' | null
  /** As `SoilState`; 'level': without soil, above a ground whose level is known. */
  soilCalibration: string | null
  noiseMetres: number | null
  /** Of the soil before it was taken as 0. */
  soilMedianMetres: number | null
}
export const NO_HEIGHTS: HeightMethod = {
  z0Source: null,
  soilCalibration: null,
  noiseMetres: null,
  soilMedianMetres: null,
}

type MaskWanted = { settings: MeasurementSettings['mask']; mask: MaskRule | undefined; state: RadiometricState }

/** What tells plants from soil: the mask of the measurement, or without one the usual rule. A text says why there is none. */
export function maskForHeights({ facts }: HeightMap, { settings, mask, state }: MaskWanted): MaskRule | string {
  if (mask) return mask
  const bands = facts.bands.map(({ role }) => role)
  return whyNoMask('exgr', bands, state) ?? maskRule('exgr', settings.threshold) ?? ''
}

const OTHER_GROUND =
  'Remove the flight and add it again with the elevation of a flight before the crop came up as bare ground, or with none.'

/** Of the same elevation twice, each pixel is 0 but for the rounding of places: no two flights are that alike. */
const ZERO_METRES = 1e-4

function areAllZero(plots: readonly PlotHeights[]): boolean {
  const ends = plots.flatMap(({ uncalibrated: { all } }) => [all[STATISTIC_AT.min], all[STATISTIC_AT.max]])
  const known = ends.filter((height) => Number.isFinite(height))
  return known.length > 0 && known.every((height) => Math.abs(height ?? 0) < ZERO_METRES)
}

/** Why heights can't be measured on these maps; undefined when they can. */
export function whyNoHeights({ orthomosaic, elevation, bareGround }: Maps): string | undefined {
  const unfit = whyNoPlantHeights(elevation, 'elevation') ?? (bareGround && whyNoPlantHeights(bareGround, 'bareGround'))
  if (unfit) return `${unfit} Remove the flight and add it again without this map.`
  const [first, ...others] = [orthomosaic, elevation, ...(bareGround ? [bareGround] : [])]
  const odd = others.find(({ facts }) => !isSame(facts.crs, first.facts.crs))
  if (odd) return `${odd.fileName} has another coordinate system than ${first.fileName}. Use maps of one system.`
  if (first.facts.crs?.metresPerUnit !== 1)
    return `${first.fileName} is not in metres. Heights need maps in metres, such as those of a UTM zone.`
  return undefined
}

const isSame = (one: Crs | null, other: Crs | null): boolean => one?.proj4 === other?.proj4

/** Heights of plants with and without the soil of the flight as 0, and their volume. */
export async function measureCanopyHeights({
  maps: { orthomosaic, elevation, bareGround, confidence, isLevelKnown },
  mask,
  bands,
  polygons,
  flags,
}: Measuring): Promise<{ traits: MeasuredTrait[]; method: HeightMethod } | string> {
  const heights = await measureHeights({
    surface: elevation,
    ground: bareGround ?? undefined,
    orthomosaic,
    mask,
    bands,
    polygons,
  })
  const { soil, plots } = heights
  if (bareGround && areAllZero(plots))
    return `${bareGround.fileName} has the heights of this flight, so all plants would be 0 m high. ${OTHER_GROUND}`
  const refused = confidence && (await refusedPlots(confidence, polygons))
  const isUncalibrated = soil.state === 'uncalibrated'
  return {
    traits: traitsOf(heights, { ofPhoto: flags, refused, isLevelUnknown: isUncalibrated && !isLevelKnown }),
    method: {
      z0Source: bareGround ? 'ground' : 'soil',
      soilCalibration: isUncalibrated && isLevelKnown ? 'level' : soil.state,
      noiseMetres: soil.noise,
      soilMedianMetres: heights.soilBefore,
    },
  }
}

/** Soil between plants is hidden from above, so the mean is that of their hull: a trait of its own. */
const MEANS: readonly string[] = SCOPES.map((scope) => columnName('mean', scope))
const NONE = new Float64Array(STATISTICS.length).fill(Number.NaN)
const UNKNOWN: HeightStatistics = { all: NONE, veg: NONE }
const isStatistic = (name: string): boolean => name !== 'flags' && !name.startsWith('valid_frac')

type Beside = {
  ofPhoto: Float64Array
  refused: Uint8Array | null
  /** Heights above another date's ground are off by all that the two float and tilt against one another. */
  isLevelUnknown: boolean
}

function traitsOf({ plots, ...field }: FieldHeights, { ofPhoto, refused, isLevelUnknown }: Beside): MeasuredTrait[] {
  const isRefused = (at: number) => refused?.[at] === 1
  const valuesOf = (read: (plot: PlotHeights) => number | undefined) =>
    Float64Array.from(plots, (plot, at) => (isRefused(at) ? Number.NaN : (read(plot) ?? Number.NaN)))
  const flagsBy = (flagsOf: typeof flagsOfHeights) =>
    Float64Array.from(
      plots,
      (plot, at) => (ofPhoto[at] ?? 0) | toBits(isRefused(at) ? ['HEIGHT_REFUSED'] : flagsOf(plot, field)),
    )
  const flags = flagsBy(flagsOfHeights)
  const validFrac = Float64Array.from(plots, (plot) => plot.validFrac)
  const columnsOf = (read: (plot: PlotHeights) => HeightStatistics, flagged = flags): Map<string, Float64Array> => {
    const columns = new Map<string, Float64Array>()
    for (const scope of SCOPES) {
      for (const [at, statistic] of STATISTICS.entries())
        if (statistic !== 'uniformity')
          columns.set(
            `${statistic}/${scope}`,
            valuesOf((plot) => read(plot)[scope][at]),
          )
      columns.set(`valid_frac/${scope}`, validFrac)
    }
    return columns.set('flags', flagged)
  }
  const calibrated = columnsOf(({ calibrated: of }) => (isLevelUnknown ? UNKNOWN : of))
  const hull = new Map([...calibrated].filter(([name]) => MEANS.includes(name) || !isStatistic(name)))
  const volume = new Map([
    ['mean/all', valuesOf((plot) => (isLevelUnknown ? Number.NaN : plot.volume))],
    ['valid_frac/all', validFrac],
    ['flags', flags],
  ])
  return [
    named('canopyHeight', new Map([...calibrated].filter(([name]) => !MEANS.includes(name)))),
    named(
      'canopyHeightUncalibrated',
      columnsOf(({ uncalibrated }) => uncalibrated, flagsBy(flagsOfUncalibrated)),
    ),
    named('hullHeight', hull),
    named('canopyVolume', volume),
  ]
}

const named = (trait: string, columns: Map<string, Float64Array>): MeasuredTrait => ({
  trait,
  unit: findCanopyTrait(trait)?.unit ?? '',
  columns,
})
