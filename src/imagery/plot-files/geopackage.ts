// GeoPackage: https://www.geopackage.org/spec/. Its coordinates are x, y (east, north) in every coordinate system.
import { UnreadablePlots } from '../geojson/unreadable-plots.ts'
import { type Budget, damaged, type PlotFeature, type PlotLayer, type StatedCrs } from './plot-file.ts'
import { openSqlite, type Sqlite, type SqliteRow } from './sqlite.ts'
import { readWkb } from './wkb.ts'

const LAYERS_MAX = 50
/** Bytes of the box before a shape, by its kind. */
const BOX_BYTES = [0, 32, 48, 48, 64]

/** @throws UnreadablePlots */
export function readGeoPackage(bytes: Uint8Array, budget: Budget): PlotLayer[] {
  const database = guarded(() => openSqlite(bytes))
  const found = guarded(() => [...database.rowsOf('gpkg_geometry_columns')])
  if (found.length === 0)
    throw new UnreadablePlots('This GeoPackage has no layer with shapes. Choose the one with the plots.')
  const systems = new Map(
    guarded(() => [...database.rowsOf('gpkg_spatial_ref_sys')]).map((row) => [row['srs_id'], crsOf(row)]),
  )
  return found.slice(0, LAYERS_MAX).map((row) => ({
    name: textOf(row['table_name']),
    crs: systems.get(row['srs_id'] ?? null) ?? {},
    features: guarded(() => readTable(database, row, budget)),
  }))
}

/** A number that points outside of the file. */
function guarded<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) throw damaged('GeoPackage')
    throw error
  }
}

const textOf = (value: SqliteRow[string] | undefined): string => (typeof value === 'string' ? value : '')

function crsOf(row: SqliteRow): StatedCrs {
  const { organization, organization_coordsys_id: code, definition } = row
  const isKnown = textOf(organization).toUpperCase() === 'EPSG' && typeof code === 'number' && code > 0
  const wkt = textOf(definition)
  return { ...(isKnown && { epsg: code }), ...(wkt !== '' && wkt !== 'undefined' && { wkt }) }
}

function readTable(database: Sqlite, { table_name, column_name }: SqliteRow, budget: Budget): PlotFeature[] {
  const shape = textOf(column_name)
  const features: PlotFeature[] = []
  for (const row of database.rowsOf(textOf(table_name))) {
    budget.feature()
    const { [shape]: blob, ...rest } = row
    const properties = Object.fromEntries(
      Object.entries(rest).filter(([name, value]) => name !== 'fid' && !(value instanceof Uint8Array)),
    )
    const geometry = blob instanceof Uint8Array ? readShape(blob, budget) : null
    features.push({ type: 'Feature', properties, geometry })
  }
  return features
}

function readShape(blob: Uint8Array, budget: Budget): PlotFeature['geometry'] {
  const [g, p, , flags = 0] = blob
  const box = BOX_BYTES[(flags >> 1) % 8]
  if (g !== 0x47 || p !== 0x50 || box === undefined) throw damaged('GeoPackage')
  return readWkb(blob.subarray(8 + box), budget)
}
