// The layers of a file with plots: GeoJSON, GeoPackage, KML and KMZ, or a shapefile in a ZIP archive.
import { UnreadablePlots } from '../geojson/unreadable-plots.ts'
import { readGeoJson } from './geojson-file.ts'
import { readGeoPackage } from './geopackage.ts'
import { readKml } from './kml.ts'
import { type Budget, createBudget, type PlotLayer } from './plot-file.ts'
import { readShapefile } from './shapefile.ts'
import { isSqlite } from './sqlite.ts'
import { isZip, unpack } from './unpack.ts'

const PARTS = /\.(?:shp|dbf|prj|cpg|kml)$/i

/** @throws UnreadablePlots */
export function readPlotFile(bytes: Uint8Array, fileName: string): PlotLayer[] {
  const name = fileName.replace(/\.[^.]*$/, '')
  const budget = createBudget()
  if (bytes.length === 0) throw new UnreadablePlots('This file is empty.')
  if (isSqlite(bytes)) return readGeoPackage(bytes, budget)
  if (isZip(bytes)) return readArchive(bytes, budget)
  if (/\.(?:shp|dbf|prj|shx|cpg)$/i.test(fileName))
    throw new UnreadablePlots(
      'A shapefile is several files. Put its .shp, .dbf and .prj files into one ZIP archive, and choose that.',
    )
  const text = textOf(bytes)
  if (text.trimStart().startsWith('<')) return [readKml(text, { name, budget })]
  return [readGeoJson(text, name)]
}

function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  return new TextDecoder(isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes)
}

function readArchive(bytes: Uint8Array, budget: Budget): PlotLayer[] {
  const entries = unpack(bytes, (entry) => PARTS.test(entry))
  const paths = [...entries.keys()]
  const shapefiles = paths.filter((path) => /\.shp$/i.test(path))
  // Some have a document that only names others.
  const layers = paths
    .filter((path) => /\.kml$/i.test(path))
    .map((path) => readKml(textOf(entries.get(path) ?? new Uint8Array()), { name: nameOf(path), budget }))
  const withPlots = layers.filter(({ features }) => features.length > 0)
  if (shapefiles.length === 0 && layers.length > 0) return withPlots.length > 0 ? withPlots : layers
  if (shapefiles.length === 0)
    throw new UnreadablePlots(
      'This archive has no shapefile and no KML. A shapefile needs its .shp, .dbf and .prj files.',
    )
  return shapefiles.map((path) => {
    const base = path.slice(0, -4)
    const part = (ending: string) =>
      entries.get(paths.find((one) => one.toLowerCase() === `${base}.${ending}`.toLowerCase()) ?? '')
    const [prj, cpg] = [part('prj'), part('cpg')]
    return readShapefile(
      {
        name: nameOf(path),
        shp: entries.get(path) ?? new Uint8Array(),
        dbf: part('dbf'),
        prj: prj && textOf(prj),
        cpg: cpg && textOf(cpg),
      },
      budget,
    )
  })
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '')
