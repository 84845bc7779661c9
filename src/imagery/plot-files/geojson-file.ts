import { UnreadablePlots } from '../geojson/unreadable-plots.ts'
import { createBudget, type LayerContent, LON_LAT, type PlotFeature, type StatedCrs } from './plot-file.ts'

const NOT_GEOJSON = 'This is no GeoJSON with features. Save the plots as GeoJSON, and choose that file.'
const NO_NUMBER = /[[,:]\s*-?(?:NaN|Infinity)\b/
const EPSG = /EPSG:[\d.]*:?(\d{4,5})$/i
const CRS84 = /CRS84$/i

type Properties = Record<string, unknown>
const isObject = (value: unknown): value is Properties =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws UnreadablePlots */
export function readGeoJson(text: string): Omit<LayerContent, 'notes'> {
  const value = parse(text)
  const budget = createBudget()
  const features = isObject(value) ? value['features'] : undefined
  if (!isObject(value) || value['type'] !== 'FeatureCollection' || !Array.isArray(features))
    throw new UnreadablePlots(NOT_GEOJSON)
  return {
    crs: crsOf(value['crs']),
    features: features.map((feature) => {
      budget.feature()
      return featureOf(feature)
    }),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadablePlots(
      NO_NUMBER.test(text)
        ? 'This file has NaN or Infinity where a coordinate or a value belongs. Remove these, and export it again.'
        : NOT_GEOJSON,
    )
  }
}

/** Without one it is longitude and latitude. A name that isn't known here is kept, so that people read it. */
function crsOf(crs: unknown): StatedCrs {
  if (crs === undefined || crs === null) return LON_LAT
  const { name: stated, code: number } = isObject(crs) && isObject(crs['properties']) ? crs['properties'] : {}
  if (isObject(crs) && crs['type'] === 'EPSG') return { epsg: Number(number) }
  const name = typeof stated === 'string' ? stated.trim() : ''
  if (CRS84.test(name)) return LON_LAT
  const code = EPSG.exec(name)?.[1]
  return code === undefined ? { wkt: name } : { epsg: Number(code) }
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
