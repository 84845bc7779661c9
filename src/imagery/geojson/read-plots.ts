// Plots from GeoJSON: polygons in WGS84 (RFC 7946), or in the EPSG code that an older `crs` member names.
import type { Crs } from '#domain/maps.ts'
import {
  type MultiPolygon,
  PLOT_ID_MAX,
  PLOT_POINTS_MAX,
  PLOTS_MAX,
  type Plot,
  POINTS_PER_PLOT_MAX,
  type Position,
} from '#domain/trials.ts'
import { findMeeting, isInside } from '../plots/crossings.ts'
import { boxOf, openRing, signedArea } from '../plots/polygon.ts'
import type { CrsOfEpsg } from '../rasters/crs.ts'
import { attributesIn, type Properties, plotIdIn } from './attributes.ts'
import { UnreadablePlots } from './unreadable-plots.ts'

export type ReadPlots = { crs: Crs; plots: Plot[] }

type Options = { plotIdProperty: string | undefined; crsOfEpsg: CrsOfEpsg }

const WGS84 = 4326
const EPSG_NAME = /^(?:urn:ogc:def:crs:)?EPSG:(?:[\d.]*:)?(\d{4,5})$/i
const CRS84 = /^(?:urn:ogc:def:crs:)?OGC:[\d.]*:?CRS84$/i

/** @throws UnreadablePlots */
export function readPlots(geojson: Properties, { plotIdProperty, crsOfEpsg }: Options): ReadPlots {
  const { features } = geojson
  if (!Array.isArray(features) || features.length === 0) throw new UnreadablePlots('There is no plot in this file.')
  if (features.length > PLOTS_MAX)
    throw new UnreadablePlots(`These are ${count(features.length)} plots. A trial has at most ${count(PLOTS_MAX)}.`)
  const crs = crsIn(geojson, crsOfEpsg)
  const plots: Plot[] = []
  const places = new Map<string, number>()
  let points = 0
  for (const [index, feature] of (features as unknown[]).entries()) {
    const plot = plotIn(feature, index + 1, plotIdProperty)
    if (crs.metresPerUnit === null) requireShort(plot)
    const before = places.get(plot.plotId)
    if (before !== undefined)
      throw new UnreadablePlots(
        `Two plots are called ${plot.plotId}: number ${before} and number ${plot.number} of the file. Give each its own name.`,
      )
    places.set(plot.plotId, plot.number)
    points += plot.geometry.flat().reduce((sum, ring) => sum + ring.length, 0)
    if (points > PLOT_POINTS_MAX)
      throw new UnreadablePlots(`The plots have more than ${count(PLOT_POINTS_MAX)} points. Simplify their outlines.`)
    plots.push(plot)
  }
  return { crs, plots }
}

const count = (number: number): string => number.toLocaleString('en')

/** RFC 7946 knows WGS84 only; programs still write the member of 2008. */
function crsIn({ crs }: Properties, crsOfEpsg: CrsOfEpsg): Crs {
  const name = crs === undefined || crs === null ? `EPSG:${WGS84}` : nameIn(crs)
  const epsg = CRS84.test(name) ? WGS84 : Number(EPSG_NAME.exec(name)?.[1])
  const known = Number.isInteger(epsg) ? crsOfEpsg(epsg) : null
  if (!known)
    throw new UnreadablePlots(
      `The coordinate system ‘${name.slice(0, 80)}’ is not known here. Export the plots in WGS84 or in another EPSG code.`,
    )
  return known
}

function nameIn(crs: unknown): string {
  const properties = isObject(crs) ? crs['properties'] : undefined
  const name = isObject(properties) ? properties['name'] : undefined
  return typeof name === 'string' ? name.trim() : ''
}

const isObject = (value: unknown): value is Properties =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function plotIn(feature: unknown, number: number, plotIdProperty: string | undefined): Plot {
  if (!isObject(feature)) throw new UnreadablePlots(`Entry ${number} of the file is not a feature of GeoJSON.`)
  const properties = isObject(feature['properties']) ? feature['properties'] : {}
  const found = plotIdIn(properties, plotIdProperty)
  if (found === undefined && plotIdProperty !== undefined)
    throw new UnreadablePlots(`Plot number ${number} of the file has no ‘${plotIdProperty}’.`)
  const plotId = found ?? String(number)
  if (plotId.length > PLOT_ID_MAX)
    throw new UnreadablePlots(`The name of plot number ${number} is longer than ${PLOT_ID_MAX} characters.`)
  const geometry = geometryIn(feature['geometry'], plotId)
  return { number, plotId, geometry, attributes: attributesIn(properties, plotId) }
}

function geometryIn(geometry: unknown, plotId: string): MultiPolygon {
  const { type, coordinates } = isObject(geometry) ? geometry : {}
  if (type !== 'Polygon' && type !== 'MultiPolygon') {
    const what = typeof type === 'string' ? `a ${type.slice(0, 40)}` : 'without a geometry'
    throw new UnreadablePlots(`Plot ${plotId} is ${what}. Plots are polygons.`)
  }
  const polygons = listIn(type === 'Polygon' ? [coordinates] : coordinates, plotId)
  if (polygons.length === 0) throw new UnreadablePlots(`Plot ${plotId} is empty.`)
  let points = 0
  const outlines = polygons.map((rings) => {
    const read = listIn(rings, plotId).map((ring) => ringIn(ring, plotId))
    points += read.reduce((sum, ring) => sum + ring.length, 0)
    if (points > POINTS_PER_PLOT_MAX)
      throw new UnreadablePlots(
        `Plot ${plotId} has more than ${count(POINTS_PER_PLOT_MAX)} points. Simplify its outline.`,
      )
    const problem = problemOf(read)
    if (problem) throw new UnreadablePlots(`The outline of plot ${plotId} ${problem}. Draw it again.`)
    return read
  })
  if (doPartsMeet(outlines))
    throw new UnreadablePlots(
      `The outline of plot ${plotId} has parts that overlap or touch. Make them one, or draw it again.`,
    )
  return outlines
}

const isWithin = ([outer = [], ...holes]: readonly Position[][], [x, y]: Position): boolean =>
  isInside(openRing(outer), [x, y]) && !holes.some((hole) => isInside(openRing(hole), [x, y]))

/** Pixels of overlapping parts would count twice. */
function doPartsMeet(parts: readonly Position[][][]): boolean {
  if (parts.length < 2) return false
  if (findMeeting(parts.flat().map(openRing))) return true
  return parts.some((part) => parts.some((other) => other !== part && isWithin(other, part[0]?.[0] ?? [0, 0])))
}

const HALF_AROUND = 180

/** Of longitudes: a part that seems to go around the Earth lies on both sides of the 180th meridian. */
function requireShort({ plotId, geometry }: Plot): void {
  const isLong = geometry.some((part) => {
    const { minX, maxX } = boxOf([part])
    return maxX - minX > HALF_AROUND
  })
  if (isLong)
    throw new UnreadablePlots(
      `The outline of plot ${plotId} goes around the Earth. If it lies on the 180th meridian, cut it there into two parts.`,
    )
}

function listIn(value: unknown, plotId: string): unknown[] {
  if (!Array.isArray(value)) throw new UnreadablePlots(`The coordinates of plot ${plotId} are not those of a polygon.`)
  return value
}

/** Before its area is asked: that of a line which crosses itself can be nothing. */
function problemOf(rings: readonly Position[][]): string | undefined {
  const open = rings.map(openRing)
  if (open.length === 0 || open.some((ring) => ring.length < 3)) return 'is empty'
  if (findMeeting(open)) return 'crosses or touches itself'
  if (hasHoleOutside(open)) return 'has a hole outside of it'
  return open.some((ring) => signedArea(ring) === 0) ? 'is empty' : undefined
}

/** Outlines don't meet, so that one point of a hole stands for all of it. */
const hasHoleOutside = ([outer = [], ...holes]: readonly Position[][]): boolean =>
  holes.some(
    ([point], at) =>
      !point || !isInside(outer, point) || holes.some((other, place) => place !== at && isInside(other, point)),
  )

/** Closed, and without points that repeat the one before. */
function ringIn(ring: unknown, plotId: string): Position[] {
  const list = listIn(ring, plotId)
  if (list.length > POINTS_PER_PLOT_MAX)
    throw new UnreadablePlots(
      `Plot ${plotId} has more than ${count(POINTS_PER_PLOT_MAX)} points. Simplify its outline.`,
    )
  const points: Position[] = []
  for (const point of list) {
    const [x, y] = listIn(point, plotId)
    if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y))
      throw new UnreadablePlots(`A point of plot ${plotId} has no numbers as coordinates.`)
    const last = points.at(-1)
    if (!last || last[0] !== x || last[1] !== y) points.push([x, y])
  }
  const [first] = points
  const last = points.at(-1)
  if (first && last && (first[0] !== last[0] || first[1] !== last[1])) points.push(first)
  return points
}
