// Plots from GeoJSON: polygons in WGS84 (RFC 7946), or in the EPSG code that an older `crs` member names.
import { type Crs, WKT_LENGTH_MAX } from '#domain/maps.ts'
import { PLOT_ID_MAX, PLOT_POINTS_MAX, PLOTS_MAX, type Plot } from '#domain/trials.ts'
import { type CrsOfEpsg, isWkt, nameOfWkt } from '../rasters/crs.ts'
import type { DayOrder } from '../tables/read-date.ts'
import {
  isObject,
  type Properties,
  type PropertyReader,
  type PropertyRoles,
  propertyReader,
  rolesOfProperties,
} from './attributes.ts'
import { readOutline, requireShort } from './read-outline.ts'
import { describeLeftOut, type LeftOut, type SortedShape, sortShape } from './sort-shapes.ts'
import { UnreadablePlots } from './unreadable-plots.ts'

export type ReadPlots = {
  crs: Crs
  plots: Plot[]
  /** What else their properties say, in the order of the plots. */
  others: Properties[]
  leftOut: LeftOut[]
}

type Options = {
  plotIdProperty?: string | undefined
  /** As a person chose them; by the usual names when left out. */
  roles?: PropertyRoles | undefined
  dayOrder?: DayOrder | undefined
} & KnownCrs

type KnownCrs = {
  crsOfEpsg: CrsOfEpsg
  /** Of a description in WKT, as .prj files have, in the place of a name. */
  crsOfWkt?: (wkt: string) => Crs | null
}

const WGS84 = 4326
const EPSG_NAME = /^(?:urn:ogc:def:crs:|https?:\/\/www\.opengis\.net\/def\/crs\/)?EPSG[:/](?:[\d.]*[:/])?(\d{4,5})$/i
const CRS84 = /^(?:urn:ogc:def:crs:|https?:\/\/www\.opengis\.net\/def\/crs\/)?OGC[:/](?:[\d.]*[:/])?CRS84$/i

/** The code that the name of a coordinate system states; undefined for other names. */
export const epsgNamed = (name: string): number | undefined => {
  const code = CRS84.test(name) ? WGS84 : Number(EPSG_NAME.exec(name)?.[1])
  return Number.isNaN(code) ? undefined : code
}

/** @throws UnreadablePlots */
export function readPlots(geojson: Properties, options: Options): ReadPlots {
  const { features } = geojson
  if (!Array.isArray(features) || features.length === 0) throw new UnreadablePlots('There is no plot in this file.')
  const reading = readingOf(features, options)
  const { found, leftOut } = sortOut(features, reading)
  if (found.length > PLOTS_MAX)
    throw new UnreadablePlots(`These are ${count(found.length)} plots. A trial has at most ${count(PLOTS_MAX)}.`)
  const crs = crsIn(geojson, options)
  const plots: Plot[] = []
  const places = new Map<string, number>()
  let points = 0
  for (const one of found) {
    const plot = plotIn(one, plots.length + 1, reading)
    if (crs.metresPerUnit === null) requireShort(plot)
    const before = places.get(plot.plotId)
    if (before !== undefined)
      throw new UnreadablePlots(
        `Two plots are called ${plot.plotId}: number ${before} and number ${one.place} of the file. Give each its own name.`,
      )
    places.set(plot.plotId, one.place)
    points += plot.geometry.flat().reduce((sum, ring) => sum + ring.length, 0)
    if (points > PLOT_POINTS_MAX)
      throw new UnreadablePlots(`The plots have more than ${count(PLOT_POINTS_MAX)} points. Simplify their outlines.`)
    plots.push(plot)
  }
  return { crs, plots, others: found.map(({ properties }) => withoutRoles(properties, reading.roles)), leftOut }
}

type Reading = { reader: PropertyReader; plotIdProperty: string | undefined; roles: PropertyRoles }

function readingOf(features: readonly unknown[], { plotIdProperty, dayOrder, ...options }: Options): Reading {
  const all = features.map(propertiesOf)
  const roles = options.roles ?? rolesOfProperties(all)
  const named = plotIdProperty === undefined ? roles : { ...roles, plotId: plotIdProperty }
  return { reader: propertyReader(all, named, dayOrder), plotIdProperty, roles: named }
}

function withoutRoles(properties: Properties, roles: PropertyRoles): Properties {
  const taken = new Set<unknown>(Object.values(roles))
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !taken.has(name)))
}

function propertiesOf(feature: unknown): Properties {
  const properties = isObject(feature) ? feature['properties'] : undefined
  return isObject(properties) ? properties : {}
}

type Found = {
  feature: Properties
  properties: Properties
  shape: SortedShape
  /** In the file, from 1. */
  place: number
}

/** @throws UnreadablePlots when nothing is a polygon */
function sortOut(features: readonly unknown[], reading: Reading) {
  const found: Found[] = []
  const leftOut: LeftOut[] = []
  for (const [index, feature] of features.entries()) {
    const place = index + 1
    if (!isObject(feature)) throw new UnreadablePlots(`Entry ${place} of the file is not a feature of GeoJSON.`)
    const properties = propertiesOf(feature)
    const shape = sortShape(feature['geometry'])
    const isPart = shape.polygons.length > 0 || shape.strange !== undefined
    const kinds = isPart || shape.leftOut.length > 0 ? shape.leftOut : (['nothing'] as const)
    const name = idOf({ feature, properties }, reading) ?? `number ${place} of the file`
    for (const kind of new Set(kinds)) leftOut.push({ name, kind, isPart })
    if (isPart) found.push({ feature, properties, shape, place })
  }
  if (found.length === 0)
    throw new UnreadablePlots(
      `There is no plot in this file. Plots are polygons; these are none: ${describeLeftOut(leftOut).join('; ')}.`,
    )
  return { found, leftOut }
}

/** By a property, else by the id of the feature. */
function idOf({ feature, properties }: Pick<Found, 'feature' | 'properties'>, { reader, plotIdProperty }: Reading) {
  const { id } = feature
  const ofFeature =
    (typeof id === 'string' && id.trim() !== '') || typeof id === 'number' ? String(id).trim() : undefined
  return reader.plotIdIn(properties) ?? (plotIdProperty === undefined ? ofFeature : undefined)
}

const count = (number: number): string => number.toLocaleString('en')

/** RFC 7946 knows WGS84 only; programs still write the member of 2008. */
function crsIn({ crs }: Properties, { crsOfEpsg, crsOfWkt }: KnownCrs): Crs {
  const name = crs === undefined || crs === null ? `EPSG:${WGS84}` : nameIn(crs)
  const epsg = epsgNamed(name)
  const isDescription = isWkt(name) && name.length <= WKT_LENGTH_MAX
  const known = epsg !== undefined ? crsOfEpsg(epsg) : isDescription ? (crsOfWkt?.(name) ?? null) : null
  if (known) return known
  throw new UnreadablePlots(
    isDescription
      ? `The coordinate system ‘${nameOfWkt(name).slice(0, 80)}’, or its shift to WGS84, is not known here. Enter an EPSG code, or export the plots in WGS84.`
      : `The coordinate system ‘${name.slice(0, 80)}’ is not known here. Export the plots in WGS84 or in another EPSG code.`,
  )
}

function nameIn(crs: unknown): string {
  const properties = isObject(crs) ? crs['properties'] : undefined
  const name = isObject(properties) ? properties['name'] : undefined
  return typeof name === 'string' ? name.trim() : ''
}

function plotIn({ feature, properties, shape, place }: Found, number: number, reading: Reading): Plot {
  const { reader, plotIdProperty } = reading
  const found = idOf({ feature, properties }, reading)
  if (found === undefined && plotIdProperty !== undefined)
    throw new UnreadablePlots(`Plot number ${place} of the file has no ‘${plotIdProperty}’.`)
  const plotId = found ?? String(number)
  if (plotId.length > PLOT_ID_MAX)
    throw new UnreadablePlots(`The name of plot number ${place} is longer than ${PLOT_ID_MAX} characters.`)
  const geometry = readOutline(shape, plotId)
  return { number, plotId, geometry, attributes: reader.attributesIn(properties, plotId) }
}
