import { isObject } from '../geojson/attributes.ts'
import { epsgNamed } from '../geojson/read-plots.ts'
import { UnreadablePlots } from '../geojson/unreadable-plots.ts'
import { createBudget, type LayerContent, LON_LAT, type PlotFeature, type StatedCrs } from './plot-file.ts'

const NOT_GEOJSON = 'This is no GeoJSON with features. Save the plots as GeoJSON, and choose that file.'
const NO_NUMBER = /[[,:]\s*-?(?:NaN|Infinity)\b/
const GEOMETRIES = ['Polygon', 'MultiPolygon', 'GeometryCollection']
/** Stands before each feature of a sequence (RFC 8142); others have one in each line. */
const RECORD_MARK = '\u001e'

/** @throws UnreadablePlots */
export function readGeoJson(text: string): Omit<LayerContent, 'notes'> {
  const value = parse(text)
  const budget = createBudget()
  const features = featuresOf(value)
  if (!features) throw new UnreadablePlots(notGeoJson(value))
  return {
    crs: crsOf(isObject(value) ? value['crs'] : undefined),
    features: features.map((feature) => {
      budget.feature()
      return featureOf(feature)
    }),
  }
}

/** Of a collection; one feature or one geometry is a file, too. */
function featuresOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value))
    return value.length > 0 && value.every((one) => isObject(one) && one['type'] === 'Feature') ? value : undefined
  if (!isObject(value)) return undefined
  const { type, features } = value
  if (type === 'FeatureCollection') return Array.isArray(features) ? features : undefined
  if (type === 'Feature') return [value]
  return GEOMETRIES.includes(String(type)) ? [{ geometry: value }] : undefined
}

function notGeoJson(value: unknown): string {
  if (!isObject(value)) return NOT_GEOJSON
  const kind = value['type'] === 'Topology' ? 'TopoJSON' : 'geometryType' in value ? 'JSON of Esri' : undefined
  return kind ? `This is ${kind}, not GeoJSON. Save the plots as GeoJSON, and choose that file.` : NOT_GEOJSON
}

/** A text, or a sequence of them. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    if (NO_NUMBER.test(text))
      throw new UnreadablePlots(
        'This file has NaN or Infinity where a coordinate or a value belongs. Remove these, and export it again.',
      )
    return parseSequence(text)
  }
}

function parseSequence(text: string): unknown[] {
  try {
    return text
      .replaceAll(RECORD_MARK, '\n')
      .split(/[\r\n]+/)
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as unknown)
  } catch {
    throw new UnreadablePlots(NOT_GEOJSON)
  }
}

/** Without one it is longitude and latitude. A name that isn't known here is kept, so that people read it. */
function crsOf(crs: unknown): StatedCrs {
  if (crs === undefined || crs === null) return LON_LAT
  const { name: stated, code: number } = isObject(crs) && isObject(crs['properties']) ? crs['properties'] : {}
  if (isObject(crs) && crs['type'] === 'EPSG') return { epsg: Number(number) }
  const name = typeof stated === 'string' ? stated.trim() : ''
  const code = epsgNamed(name)
  return code === undefined ? { wkt: name } : { epsg: code }
}

function featureOf(feature: unknown): PlotFeature {
  const { id, properties, geometry } = isObject(feature) ? feature : {}
  return {
    type: 'Feature',
    id: typeof id === 'string' || typeof id === 'number' ? id : undefined,
    properties: isObject(properties) ? properties : {},
    geometry: isObject(geometry) ? { ...geometry, type: String(geometry['type']) } : null,
  }
}
