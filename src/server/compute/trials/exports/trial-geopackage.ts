import type { Crs } from '#domain/maps.ts'
import type { MultiPolygon } from '#domain/trials.ts'
import { insetPolygon } from '#imagery/plots/inset.ts'
import { boxOf, movePositions, type Polygon } from '#imagery/plots/polygon.ts'
import { fromLonLat } from '#imagery/rasters/crs.ts'
import { utmAt } from '#imagery/rasters/utm.ts'
import { limitsOf } from '#imagery/traits/derived/colour-scale.ts'
import type { Choice } from '#imagery/traits/derived/model-choice.ts'
import { crsOfEpsg } from '../../crs/crs-of-epsg.ts'
import { CODEBOOK_TITLES, codebookRows } from './codebook.ts'
import {
  cellOf,
  EXCLUSION_REASON,
  type ExportTable,
  flagsIn,
  identityColumns,
  numberOrNull,
  plotColumns,
  valueAndText,
} from './export-table.ts'
import { FLIGHT_COLUMNS } from './flight-columns.ts'
import { genotypeCodebook, genotypeTable } from './genotype-sheet.ts'
import { createGeopackage, FIELDS_MAX, type Srs, WGS84 } from './geopackage.ts'
import { qgisStyle } from './qgis-style.ts'

const MAIN_TRAITS = ['canopyCover', 'canopyHeight', 'NGRDI']

/** Writes plots with their values, plots without their margins, the long table, means of genotypes and the flights, in the UTM zone of the trial. */
export function writeTrialGeopackage(path: string, table: ExportTable, choice: Choice): void {
  const { plots, measurement } = table
  const { minX, maxX, minY, maxY } = boxOf(plots.flatMap(({ outline }) => outline))
  const { crs, srs } = systemAt((minX + maxX) / 2, (minY + maxY) / 2)
  const outlines = plots.map(({ outline }) => movePositions(outline, (point) => fromLonLat(crs, point)))
  const about = plotColumns(table)
  const columns = table.columns.slice(0, FIELDS_MAX - about.length)
  const fields = about.map(({ title, isNumber }) => (isNumber ? integer(title) : text(title)))
  const layer = (polygons: readonly Polygon[], values: boolean) =>
    polygons.map((polygon, at) => ({
      outline: polygon as MultiPolygon,
      row: [
        ...about.map(({ cells }) => cells[at] ?? null),
        ...(values ? columns.map((column) => cellOf(column, at)) : []),
      ],
    }))
  const file = createGeopackage(path, srs)
  const valued = columns.map(({ title, type }) => ({ name: title, type: FIELD_TYPES[type] }))
  file.addLayer('plots', [...fields, ...valued], layer(outlines, true))
  if (measurement) {
    const margin = { ends: measurement.bufferMetres, sides: measurement.bufferMetres }
    const inner = outlines.map((outline) => insetPolygon(outline, margin) ?? [])
    file.addLayer('plots_buffered', fields, layer(inner, false))
  }
  const [plotId] = fields
  file.addTable('observations', [...(plotId ? [plotId] : []), ...OBSERVATION_FIELDS], observations(table))
  const means = genotypeTable(table, choice)
  if (means) {
    const named = means.columns.map(([name, type]) => ({ name, type: FIELD_TYPES[type] }))
    file.addTable(means.name, named, means.rows())
  }
  file.addTable('flights', FLIGHT_FIELDS, flightRows(table))
  file.addTable('codebook', CODEBOOK_TITLES.map(text), codebookOf(table, choice))
  const main =
    MAIN_TRAITS.flatMap((trait) => columns.findLast((column) => column.trait === trait) ?? [])[0] ??
    columns.findLast(({ type }) => type === 'number')
  const limits = main && limitsOf(main.values)
  if (main && limits && limits[0] < limits[1]) file.addStyle('plots', main.title, qgisStyle(main.title, limits))
  file.close()
}

const FIELD_TYPES = { number: 'REAL', count: 'INTEGER', date: 'DATE', text: 'TEXT' } as const

/** Of the plots, then of the means. */
function* codebookOf(table: ExportTable, choice: Choice) {
  yield* codebookRows(table)
  for (const row of genotypeCodebook(table, choice))
    yield [...row, ...Array<null>(CODEBOOK_TITLES.length - row.length).fill(null)]
}

const text = (name: string) => ({ name, type: 'TEXT' as const })
const real = (name: string) => ({ name, type: 'REAL' as const })
const integer = (name: string) => ({ name, type: 'INTEGER' as const })

const OBSERVATION_FIELDS = [
  text('flight_id'),
  text('date'),
  integer('dap'),
  real('gdd'),
  text('trait'),
  text('stat'),
  text('scope'),
  text('unit'),
  real('value'),
  text('value_text'),
  real('n_px'),
  real('valid_frac'),
  text('flags'),
  text(EXCLUSION_REASON),
]
const FLIGHT_FIELDS = [text('flight_id'), ...FLIGHT_COLUMNS.map(([name, type]) => ({ name, type }))]

const flightRows = (table: ExportTable) =>
  table.flights.map((flight) => [
    flight.flightId,
    ...FLIGHT_COLUMNS.map(([, , read]) => {
      const cell = read(flight, table)
      return typeof cell === 'boolean' ? Number(cell) : cell
    }),
  ])

function* observations(table: ExportTable) {
  const flagsOf = flagsIn(table)
  const [ids] = identityColumns(table)
  for (const column of table.columns) {
    const { flightId, date, daysAfterPlanting, degreeDays, label, stat, scope, unit } = column
    const about = [flightId, date, daysAfterPlanting, degreeDays, label, stat, scope, unit]
    for (const [at, { plotId }] of table.plots.entries()) {
      const pixels = [column.pixels?.[at], column.validFrac?.[at]].map(numberOrNull)
      const values = [...valueAndText(column, at), ...pixels, flagsOf(column, at), column.exclusions.get(at) ?? null]
      yield [ids?.cells[at] ?? plotId, ...about, ...values]
    }
  }
}

function systemAt(lon: number, lat: number): { crs: Crs; srs: Srs } {
  const { epsg: id, name } = utmAt(lon, lat)
  const crs = crsOfEpsg(id)
  if (!crs) throw new Error(`There is no coordinate system EPSG:${id}`)
  const wkt = `PROJCS["${name}",${WGS84},PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",${(id % 100) * 6 - 183}],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",${lat >= 0 ? 0 : 10_000_000}],UNIT["metre",1],AUTHORITY["EPSG","${id}"]]`
  return { crs, srs: { id, name, wkt } }
}
