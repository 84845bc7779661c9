// Files of maps: plots, routes of flights, and control points as points of GeoJSON or KML.
import { sortShape } from '../geojson/sort-shapes.ts'
import { crsInFile, type FileCrs } from '../plot-files/file-crs.ts'
import type { PlotFeature } from '../plot-files/plot-file.ts'
import { readPlotFile } from '../plot-files/read-plot-file.ts'
import { type ControlPointSource, lastPart, type SourcePoint, sourceOf } from './control-point-source.ts'

const PLAN = /plan|mission|route|waypoint|wayline|wpml|flight/i
const GROUND_CONTROL = /gcp|control|marker|target|passpunkt/i
const LABELS = ['label', 'name', 'plot_name', 'id', 'point', 'gcp']

const isOf =
  (type: RegExp) =>
  ({ geometry }: PlotFeature): boolean =>
    type.test(geometry?.type ?? '')

/** Null for one without shapes. @throws UnreadablePlots */
export function readMapFile(file: string, bytes: Uint8Array): ControlPointSource | null {
  const layers = readPlotFile(bytes, file).map(({ read }) => read())
  const features = layers.flatMap((layer) => layer.features)
  const crs = (layers[0] && crsInFile(layers[0].crs)) ?? null
  const places = features.filter(isOf(/^Point$/))
  const plots = features.filter(({ geometry }) => sortShape(geometry).polygons.length > 0)
  const routes = features.filter(isOf(/LineString$|^Track$/))
  if (GROUND_CONTROL.test(lastPart(file)) && places.length > 0) return readPoints(file, crs, places)
  if (PLAN.test(lastPart(file)) && features.length > 0)
    return sourceOf(file, 'flight-plan', { crs, shapes: features.length })
  if (plots.length > 0) return sourceOf(file, 'plot-boundaries', { crs, shapes: plots.length })
  return routes.length > 0 ? sourceOf(file, 'flight-plan', { crs, shapes: routes.length }) : null
}

function readPoints(file: string, crs: FileCrs | null, places: readonly PlotFeature[]): ControlPointSource | null {
  const points = places.flatMap(({ properties, geometry }, at): SourcePoint[] => {
    const [x, y, z]: unknown[] = Array.isArray(geometry?.coordinates) ? geometry.coordinates : []
    if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x + y)) return []
    const texts = LABELS.map((name) => properties[name])
    const label = texts.find((text) => typeof text === 'string' || typeof text === 'number')
    return [{ label: String(label ?? at + 1), x, y, z: typeof z === 'number' && Number.isFinite(z) ? z : null }]
  })
  return points.length === 0 ? null : sourceOf(file, 'survey', { points, crs, skipped: places.length - points.length })
}
