// A file with plots as it is shown before they are saved, and as it is sent then.
import type { Crs } from '#domain/maps.ts'
import { type Bounds, type MultiPolygon, overlap, type Plot } from '#domain/trials.ts'
import { type Properties, type PropertyRoles, plantingDays, rolesOfProperties } from '../geojson/attributes.ts'
import { isOnEarth, placePlots } from '../geojson/bounds-of-plots.ts'
import { type OtherColumn, otherColumns } from '../geojson/other-columns.ts'
import { readPlots } from '../geojson/read-plots.ts'
import { describeLeftOut, sortShape } from '../geojson/sort-shapes.ts'
import { UnreadablePlots } from '../geojson/unreadable-plots.ts'
import type { PlotRole } from '../plot-columns/names.ts'
import type { TableColumn } from '../plot-columns/plot-table.ts'
import { type DayOrder, isOrderOpen } from '../tables/read-date.ts'
import { commonCrs, crsInFile, type FileCrs, guessEpsg } from './file-crs.ts'
import type { LayerContent, PlotFeature, PlotLayer } from './plot-file.ts'
import { readPlotFile } from './read-plot-file.ts'

export type ImportChoices = {
  fileName: string
  /** Its place among the layers; null takes the first one with plots. */
  layer: number | null
  /** As a person stated it; null takes what the file says. */
  epsg: number | null
  /** Null swaps the coordinates where they lie on the maps only then. */
  isSwapped: boolean | null
  /** By the field: what a person chose in place of what was found; '' for nothing. */
  roles: Readonly<Record<string, PlotRole | ''>>
  dayOrder: DayOrder | undefined
  /** Of the trial. */
  maps: Bounds[]
}

export type PreparedPlots = {
  layers: string[]
  /** The place of the one that is shown. */
  layer: number
  /** Of the plots, or of all rows with a problem. */
  count: number
  /** What a person should know of the file before its plots are saved. */
  notes: string[]
  columns: TableColumn[]
  /** Nothing in the planting dates tells day and month apart. */
  isDayOrderOpen: boolean
  /** Which become own columns of the trial. */
  ownColumns: string[]
  crs: {
    epsg: number | null
    name: string
    from: 'file' | 'guess' | 'choice'
    /** What the file says, where no code is known here. */
    wkt?: string | undefined
  } | null
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

const CELLS_SHOWN = 3
const FEATURES_LOOKED_AT = 50
const FIELDS_MAX = 100
const CELL_MAX = 80

/** @throws UnreadablePlots of a file that has no plots at all */
export function preparePlots(bytes: Uint8Array, choices: ImportChoices): PreparedPlots {
  const layers = readPlotFile(bytes, choices.fileName)
  const names = layers.map(({ name }) => name)
  const { at, content, problem } = chooseLayer(layers, choices.layer)
  if (!content) return { ...NOTHING, ...UNREAD, layers: names, layer: at, problem }
  const all = content.features.map(({ properties }) => properties)
  const roles = rolesOf(all, choices.roles)
  const about = {
    layers: names,
    layer: at,
    count: content.features.length,
    notes: content.notes,
    columns: columnsIn(all, roles),
    isDayOrderOpen: isOrderOpen(plantingDays(all, roles)),
  }
  const crs = crsOf(content, choices)
  try {
    const {
      plots,
      others: properties,
      leftOut,
    } = readPlots(
      { features: content.features },
      // Plots are checked as the server checks them. Of a system that isn't known here, it checks what depends on it.
      { roles, dayOrder: choices.dayOrder, crsOfEpsg: () => crs?.crs.crs ?? UNKNOWN },
    )
    const others = otherColumns(plots.map(({ plotId }, index) => ({ plotId, properties: properties[index] ?? {} })))
    const left = [...describeLeftOut(leftOut), ...others.leftOut]
    const notes = left.length > 0 ? [`Left out: ${left.join('; ')}.`, ...content.notes] : content.notes
    const ownColumns = others.columns.map(({ name }) => name)
    return {
      ...about,
      notes,
      ownColumns,
      count: plots.length,
      ...place({ plots, others: others.columns }, crs, choices),
    }
  } catch (error) {
    if (!(error instanceof UnreadablePlots)) throw error
    return { ...about, ...NOTHING, crs: statementOf(crs), problem: error.message }
  }
}

type ChosenLayer = { at: number; content: LayerContent | null; problem: string | null }

/** @throws UnreadablePlots when there is only one, which can't be read */
function chooseLayer(layers: readonly PlotLayer[], chosen: number | null): ChosenLayer {
  const [only] = layers
  if (only && layers.length === 1) return { at: 0, content: only.read(), problem: null }
  const read = (at: number): ChosenLayer => {
    try {
      return { at, content: layers[at]?.read() ?? null, problem: null }
    } catch (error) {
      if (!(error instanceof UnreadablePlots)) throw error
      return { at, content: null, problem: error.message }
    }
  }
  if (chosen !== null) return read(chosen)
  // Those behind the first one with plots are not read.
  for (const at of layers.keys()) {
    const layer = read(at)
    if (layer.content?.features.some(hasPolygon)) return layer
  }
  return read(0)
}

const hasPolygon = ({ geometry }: PlotFeature): boolean => sortShape(geometry).polygons.length > 0

const UNREAD = { count: 0, notes: [], columns: [], isDayOrderOpen: false, crs: null }
const NOTHING = { ownColumns: [], isSwapped: false, isOnMaps: null, outlines: [], isPlaced: false, geojson: null }

const cellOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, CELL_MAX) : ''

/** A field has one role, and a role one field. */
function rolesOf(all: readonly Properties[], chosen: ImportChoices['roles']): PropertyRoles {
  const found = Object.entries(rolesOfProperties(all)).filter(([, field]) => !Object.hasOwn(chosen, field))
  const stated = Object.entries(chosen).flatMap(([field, role]) => (role === '' ? [] : [[role, field] as const]))
  return Object.fromEntries([...found, ...stated])
}

function columnsIn(all: readonly Properties[], roles: PropertyRoles): TableColumn[] {
  const start = all.slice(0, FEATURES_LOOKED_AT)
  const fields = [...new Set(start.flatMap((properties) => Object.keys(properties)))]
  const byField = new Map(Object.entries(roles).map(([role, field]) => [field, role as PlotRole]))
  return fields.slice(0, FIELDS_MAX).map((title) => {
    const cells = start.map((properties) => cellOf(properties[title])).filter((cell) => cell !== '')
    return { title, role: byField.get(title) ?? '', first: cells.slice(0, CELLS_SHOWN) }
  })
}

const UNKNOWN: Crs = { epsg: null, name: '', proj4: '', metresPerUnit: 1 }

type Found = { crs: FileCrs; from: 'file' | 'guess' | 'choice' } | null

function crsOf({ crs, features }: LayerContent, { epsg, maps }: ImportChoices): Found {
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
  let [value] = sortShape(features.find(hasPolygon)?.geometry).polygons
  while (Array.isArray(value) && Array.isArray(value[0])) value = value[0]
  const [x, y] = Array.isArray(value) ? value : []
  return [Number(x), Number(y)]
}

const statementOf = (found: Found): PreparedPlots['crs'] =>
  found && {
    epsg: found.crs.epsg,
    name: found.crs.name,
    from: found.from,
    ...(found.crs.epsg === null && { wkt: found.crs.wkt }),
  }

type Contents = { plots: readonly Plot[]; others: readonly OtherColumn[] }
type Placed = Omit<PreparedPlots, 'layers' | 'layer' | 'count' | 'notes' | 'columns' | 'ownColumns' | 'isDayOrderOpen'>

function place({ plots, others }: Contents, found: Found, { isSwapped: chosen, maps }: ImportChoices): Placed {
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
  const { crs, epsg, wkt = '' } = found.crs
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
    // Without a code, the server gets what the file says.
    geojson: collectionOf({ plots: turned, others }, epsg === null ? wkt : `urn:ogc:def:crs:EPSG::${epsg}`),
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
function collectionOf({ plots, others }: Contents, crsName: string) {
  const said = new Map<string, Record<string, number | string>>(plots.map(({ plotId }) => [plotId, {}]))
  for (const { name, values } of others)
    for (const { plotId, value } of values) Object.assign(said.get(plotId) ?? {}, { [name]: value })
  const features = plots.map(({ plotId, attributes, geometry }) => ({
    type: 'Feature',
    properties: { ...said.get(plotId), plot_id: plotId, ...attributes },
    geometry: { type: 'MultiPolygon', coordinates: geometry },
  }))
  const crs = { type: 'name', properties: { name: crsName } }
  return { type: 'FeatureCollection' as const, crs, features }
}
