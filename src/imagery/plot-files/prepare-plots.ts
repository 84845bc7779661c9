// A file with plots as it is shown before they are saved, and as it is sent then.
import type { Crs } from '#domain/maps.ts'
import { type Bounds, type MultiPolygon, overlap, type Plot } from '#domain/trials.ts'
import { isOnEarth, placePlots } from '../geojson/bounds-of-plots.ts'
import { readPlots } from '../geojson/read-plots.ts'
import { UnreadablePlots } from '../geojson/unreadable-plots.ts'
import { commonCrs, crsInFile, type FileCrs, guessEpsg } from './file-crs.ts'
import type { PlotFeature, PlotLayer } from './plot-file.ts'
import { readPlotFile } from './read-plot-file.ts'

export type ImportChoices = {
  fileName: string
  /** Its place among the layers. */
  layer: number
  /** As a person stated it; null takes what the file says. */
  epsg: number | null
  /** Null swaps the coordinates where they lie on the maps only then. */
  isSwapped: boolean | null
  /** The field that names the plots; '' finds it by its usual names. */
  plotIdField: string
  /** Of the trial. */
  maps: Bounds[]
}

export type PreparedPlots = {
  layers: string[]
  count: number
  fields: string[]
  /** Of the first plots. */
  rows: string[][]
  crs: { epsg: number | null; name: string; from: 'file' | 'guess' | 'choice' } | null
  isSwapped: boolean
  /** Null when only the server can tell. */
  isOnMaps: boolean | null
  /** In longitude and latitude, or as in the file when these are not known here. */
  outlines: MultiPolygon[]
  isPlaced: boolean
  problem: string | null
  /** What is saved; null with a problem. */
  geojson: { type: 'FeatureCollection' } | null
}

const ROWS_SHOWN = 5
const FIELDS_MAX = 100
const CELL_MAX = 80

/** @throws UnreadablePlots of a file that has no plots at all */
export function preparePlots(bytes: Uint8Array, choices: ImportChoices): PreparedPlots {
  const layers = readPlotFile(bytes, choices.fileName)
  const layer = layers[choices.layer] ?? layers[0]
  if (!layer) throw new UnreadablePlots('There is no plot in this file.')
  const fields = [...new Set(layer.features.slice(0, 50).flatMap(({ properties }) => Object.keys(properties)))]
  const shown = fields.slice(0, FIELDS_MAX)
  const about = {
    layers: layers.map(({ name }) => name),
    count: layer.features.length,
    fields: shown,
    rows: layer.features.slice(0, ROWS_SHOWN).map(({ properties }) => shown.map((field) => cellOf(properties[field]))),
  }
  const crs = crsOf(layer, choices)
  try {
    const plots = plotsOf(layer, choices.plotIdField)
    return { ...about, ...place(plots, crs, choices) }
  } catch (error) {
    if (!(error instanceof UnreadablePlots)) throw error
    return { ...about, ...NOTHING, crs: statementOf(crs), problem: error.message }
  }
}

const NOTHING = { isSwapped: false, isOnMaps: null, outlines: [], isPlaced: false, geojson: null }

const cellOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, CELL_MAX) : ''

const crsOfEpsg = () => commonCrs(4326)

/** Plots are checked as the server checks them; their coordinate system does not matter for that. */
function plotsOf({ features }: PlotLayer, plotIdField: string): Plot[] {
  return readPlots({ features }, { plotIdProperty: plotIdField === '' ? undefined : plotIdField, crsOfEpsg }).plots
}

type Found = { crs: FileCrs; from: 'file' | 'guess' | 'choice' } | null

function crsOf({ crs, features }: PlotLayer, { epsg, maps }: ImportChoices): Found {
  if (epsg !== null) {
    const known = commonCrs(epsg)
    return { crs: { epsg, name: known?.name ?? '', crs: known }, from: 'choice' }
  }
  const stated = crsInFile(crs)
  if (stated) return { crs: stated, from: 'file' }
  if (crs.wkt !== undefined) return null
  const guess = guessEpsg(firstPoint(features), maps)
  const known = guess === null ? null : commonCrs(guess)
  return known && { crs: { epsg: guess, name: known.name, crs: known }, from: 'guess' }
}

function firstPoint(features: readonly PlotFeature[]): [number, number] {
  let value: unknown = features.find(({ geometry }) => geometry?.coordinates !== undefined)?.geometry?.coordinates
  while (Array.isArray(value) && Array.isArray(value[0])) value = value[0]
  const [x, y] = Array.isArray(value) ? value : []
  return [Number(x), Number(y)]
}

const statementOf = (found: Found): PreparedPlots['crs'] =>
  found && { epsg: found.crs.epsg, name: found.crs.name, from: found.from }

type Placed = Omit<PreparedPlots, 'layers' | 'count' | 'fields' | 'rows'>

function place(plots: readonly Plot[], found: Found, { isSwapped: chosen, maps }: ImportChoices): Placed {
  const statement = statementOf(found)
  const geometries = plots.map(({ geometry }) => geometry)
  if (!found)
    return {
      ...NOTHING,
      crs: null,
      outlines: geometries,
      problem: 'This file does not say its coordinate system. Enter its EPSG code.',
    }
  const isSwapped = chosen ?? isBetterSwapped(plots, found.crs.crs, maps)
  const turned = isSwapped ? plots.map((plot) => ({ ...plot, geometry: swap(plot.geometry) })) : plots
  const { crs, epsg } = found.crs
  const placed = crs && placePlots({ crs, plots: turned })
  const lonLats = placed?.lonLats ?? turned.map(({ geometry }) => geometry)
  const isOnMaps = placed && maps.length > 0 ? placed.bounds.some((bounds) => lies(bounds, maps)) : null
  return {
    crs: statement,
    isSwapped,
    isOnMaps,
    outlines: lonLats,
    isPlaced: placed !== null,
    problem: placed && !isOnEarth(placed.extent) ? NOWHERE : null,
    // Without a code, the server gets what was converted here.
    geojson: collectionOf(turned, epsg === null ? lonLats : null, epsg ?? 4326),
  }
}

const NOWHERE = 'These coordinates lie nowhere on Earth. Check the coordinate system of the file.'

const lies = (bounds: Bounds, maps: readonly Bounds[]): boolean =>
  isOnEarth(bounds) && maps.some((map) => overlap(map, bounds))

function isBetterSwapped(plots: readonly Plot[], crs: Crs | null, maps: readonly Bounds[]): boolean {
  if (!crs || maps.length === 0) return false
  const { bounds, swapped } = placePlots({ crs, plots })
  return lies(swapped, maps) && !bounds.some((one) => lies(one, maps))
}

const swap = (geometry: MultiPolygon): MultiPolygon =>
  geometry.map((polygon) => polygon.map((ring) => ring.map(([x, y]) => [y, x] as const)))

/** With the names by which the server knows what is said of a plot. */
function collectionOf(plots: readonly Plot[], lonLats: readonly MultiPolygon[] | null, epsg: number) {
  const features = plots.map(({ plotId, attributes, geometry }, at) => ({
    type: 'Feature',
    properties: { plot_id: plotId, ...attributes },
    geometry: { type: 'MultiPolygon', coordinates: lonLats?.[at] ?? geometry },
  }))
  const crs = { type: 'name', properties: { name: `urn:ogc:def:crs:EPSG::${epsg}` } }
  return { type: 'FeatureCollection' as const, crs, features }
}
