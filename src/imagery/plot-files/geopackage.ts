// GeoPackage: https://www.geopackage.org/spec/. Its coordinates are x, y (east, north) in every coordinate system.
import { UnreadablePlots } from '../geojson/unreadable-plots.ts'
import { listed } from './listed.ts'
import {
  type Budget,
  createBudget,
  damaged,
  type LayerContent,
  orDamaged,
  type PlotFeature,
  type PlotLayer,
  type StatedCrs,
} from './plot-file.ts'
import { openSqlite, type Sqlite, type SqliteRow } from './sqlite/database.ts'
import { readWkb } from './wkb.ts'

const LAYERS_MAX = 1000
/** Bytes of the box before a shape, by its kind. */
const BOX_BYTES = [0, 32, 48, 48, 64]
const WAL_NOTE =
  'This GeoPackage was open in another program when it was copied, or was not closed: its newest changes may lie in a file beside it (-wal). Check the number of plots. To be sure, close the program, or save the layer as a new GeoPackage.'

type Values = SqliteRow['values']

/** @throws UnreadablePlots */
export function readGeoPackage(bytes: Uint8Array): PlotLayer[] {
  const database = orDamaged('GeoPackage', () => openSqlite(bytes))
  const found = rowsOf(database, 'gpkg_geometry_columns')
  if (found.length === 0)
    throw new UnreadablePlots(
      `This GeoPackage has no layer with shapes. ${database.isWal ? WAL_NOTE : 'Choose the one with the plots.'}`,
    )
  if (found.length > LAYERS_MAX)
    throw new UnreadablePlots('This GeoPackage has more than 1,000 layers. Save the one with the plots by itself.')
  const systems = new Map(rowsOf(database, 'gpkg_spatial_ref_sys').map((row) => [row['srs_id'], crsOf(row)]))
  return found.map((row) => ({
    name: textOf(row['table_name']),
    read: () => ({
      crs: systems.get(row['srs_id'] ?? null) ?? {},
      ...orDamaged('GeoPackage', () => readTable(database, row)),
    }),
  }))
}

/** Of a table of the standard, which names its columns in small letters. */
const rowsOf = (database: Sqlite, name: string): Values[] =>
  orDamaged('GeoPackage', () => [...(database.table(name)?.rows() ?? [])]).map(({ values }) =>
    Object.fromEntries(Object.entries(values).map(([column, value]) => [column.toLowerCase(), value])),
  )

const textOf = (value: Values[string] | undefined): string => (typeof value === 'string' ? value : '')

function crsOf(row: Values): StatedCrs {
  const { organization, organization_coordsys_id: code, definition } = row
  const isKnown = textOf(organization).toUpperCase() === 'EPSG' && typeof code === 'number' && code > 0
  const wkt = textOf(definition)
  return { ...(isKnown && { epsg: code }), ...(wkt !== '' && wkt !== 'undefined' && { wkt }) }
}

function readTable(database: Sqlite, { table_name, column_name }: Values): Pick<LayerContent, 'features' | 'notes'> {
  const [name, shapeName] = [textOf(table_name), textOf(column_name).toLowerCase()]
  const table = database.table(name)
  const shape = table?.columns.find((column) => column.toLowerCase() === shapeName)
  if (!table || shape === undefined)
    throw new UnreadablePlots(`‘${name}’ has no shapes in this GeoPackage. Choose another layer, or export it again.`)
  const budget = createBudget()
  const features: PlotFeature[] = []
  for (const { id, values } of table.rows()) {
    budget.feature()
    const { [shape]: blob, ...rest } = values
    const properties = Object.fromEntries(
      Object.entries(rest).filter(
        ([column, value]) => !(column === table.idColumn && isNumbering(column)) && !(value instanceof Uint8Array),
      ),
    )
    const geometry = blob instanceof Uint8Array ? readShape(blob, budget) : null
    features.push({ type: 'Feature', id: id ?? undefined, properties, geometry })
  }
  return { features, notes: notesOf(database, table.computed) }
}

/** Names that programs give to the id of a row: it says nothing of a plot beyond that. */
const isNumbering = (column: string): boolean => ['fid', 'ogc_fid'].includes(column.toLowerCase())

function notesOf({ isWal }: Sqlite, computed: readonly string[]): string[] {
  const left = `The database computes ${listed(computed)} when it is asked, so ${computed.length === 1 ? 'this column is' : 'these columns are'} left out. To keep ${computed.length === 1 ? 'it' : 'them'}, save the layer as a new GeoPackage.`
  return [...(isWal ? [WAL_NOTE] : []), ...(computed.length > 0 ? [left] : [])]
}

function readShape(blob: Uint8Array, budget: Budget): PlotFeature['geometry'] {
  const [g, p, , flags = 0] = blob
  const box = BOX_BYTES[(flags >> 1) % 8]
  if (g !== 0x47 || p !== 0x50 || box === undefined) throw damaged('GeoPackage')
  return readWkb(blob.subarray(8 + box), budget)
}
