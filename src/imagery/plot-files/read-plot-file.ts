// The layers of a file with plots: GeoJSON, GeoPackage, KML and KMZ, shapefiles, and ZIP archives of these.
import { UnreadablePlots } from '../geojson/unreadable-plots.ts'
import { readGeoJson } from './geojson-file.ts'
import { readGeoPackage } from './geopackage.ts'
import { readKml } from './kml.ts'
import type { LayerContent, PlotLayer } from './plot-file.ts'
import { readShapefile } from './shapefile.ts'
import { isSqlite } from './sqlite/pages.ts'
import { textOf } from './text-of.ts'
import { isZip, type Unpacking, unpack } from './unpack.ts'

const WITH_LAYERS = /\.(?:shp|kml|gpkg|geojson|json|kmz|zip)$/i
const PARTS = /\.(?:shx|dbf|prj|cpg)$/i

/** @throws UnreadablePlots */
export function readPlotFile(bytes: Uint8Array, fileName: string): PlotLayer[] {
  const layers = layersIn(bytes, fileName)
  if (layers.length === 0)
    throw new UnreadablePlots(
      'This archive has no shapefile, GeoPackage, GeoJSON or KML. A shapefile needs its .shp, .dbf and .prj files.',
    )
  return layers
}

function layersIn(bytes: Uint8Array, path: string, unpacking?: Unpacking): PlotLayer[] {
  if (bytes.length === 0) throw new UnreadablePlots('This file is empty.')
  if (isSqlite(bytes)) return readGeoPackage(bytes)
  if (isZip(bytes)) return readArchive(bytes, unpacking)
  if (/\.(?:shp|dbf|prj|shx|cpg)$/i.test(path))
    throw new UnreadablePlots(
      'A shapefile is several files. Put its .shp, .dbf and .prj files into one ZIP archive, and choose that.',
    )
  return [{ name: nameOf(path), read: () => readText(bytes) }]
}

function readText(bytes: Uint8Array): LayerContent {
  const { text, notes } = textOf(bytes)
  return { ...(text.trimStart().startsWith('<') ? readKml(text) : readGeoJson(text)), notes }
}

/** An archive in an archive is read. */
const NESTED_MAX = 2

function readArchive(bytes: Uint8Array, above: Unpacking = { depth: 0, count: 0, total: 0 }): PlotLayer[] {
  if (above.depth >= NESTED_MAX) return []
  above.depth += 1
  const entries = unpack(bytes, (entry) => WITH_LAYERS.test(entry) || PARTS.test(entry), above)
  const layers = [...entries].flatMap(([path, content]): PlotLayer[] => {
    if (/\.shp$/i.test(path)) return [{ name: nameOf(path), read: () => readShapefile(partsOf(entries, path)) }]
    return WITH_LAYERS.test(path) && content.length > 0 ? layersIn(content, path, above) : []
  })
  above.depth -= 1
  return layers
}

function partsOf(entries: ReadonlyMap<string, Uint8Array>, path: string) {
  const paths = [...entries.keys()]
  const base = path.slice(0, -4)
  const part = (ending: string) =>
    entries.get(paths.find((one) => one.toLowerCase() === `${base}.${ending}`.toLowerCase()) ?? '')
  const [prj, cpg] = [part('prj'), part('cpg')]
  return {
    shp: entries.get(path) ?? new Uint8Array(),
    shx: part('shx'),
    dbf: part('dbf'),
    prj: prj && textOf(prj).text,
    cpg: cpg && textOf(cpg).text,
  }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '')
