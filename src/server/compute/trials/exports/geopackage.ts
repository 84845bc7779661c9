// A GeoPackage: SQLite with tables of its own. OGC 12-128r19, https://www.geopackage.org/spec/
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { MultiPolygon, Position } from '#domain/trials.ts'
import { boxOf, openRing } from '#imagery/plots/polygon.ts'

export type Srs = { id: number; name: string; wkt: string }
type Field = { name: string; type: 'TEXT' | 'REAL' | 'INTEGER' | 'DATE' }
type Row = readonly SQLInputValue[]

/** SQLite's own limit is 2,000. */
export const FIELDS_MAX = 1_900

const APPLICATION = 0x47_50_4b_47
const VERSION = 10_300
export const WGS84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]'

const TABLES = `
  create table gpkg_spatial_ref_sys (srs_name text not null, srs_id integer primary key, organization text not null,
    organization_coordsys_id integer not null, definition text not null, description text);
  create table gpkg_contents (table_name text primary key, data_type text not null, identifier text unique,
    description text default '', last_change datetime not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    min_x double, min_y double, max_x double, max_y double, srs_id integer references gpkg_spatial_ref_sys (srs_id));
  create table gpkg_geometry_columns (table_name text not null unique references gpkg_contents (table_name),
    column_name text not null, geometry_type_name text not null, srs_id integer not null, z tinyint not null,
    m tinyint not null, primary key (table_name, column_name));
  create table layer_styles (id integer primary key, f_table_catalog text, f_table_schema text, f_table_name text,
    f_geometry_column text, styleName text, styleQML text, styleSLD text, useAsDefault boolean, description text,
    owner text, ui text, update_time datetime default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')));
`

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const declare = (fields: readonly Field[]): string =>
  fields.map(({ name, type }) => `, ${quoted(name)} ${type}`).join('')

/** Makes a file, which must not be there yet. */
export function createGeopackage(path: string, srs: Srs) {
  const db = new DatabaseSync(path)
  // Nothing of it is worth keeping unless it is whole.
  db.exec('pragma journal_mode = off; pragma synchronous = off')
  db.exec(`pragma application_id = ${APPLICATION}; pragma user_version = ${VERSION}; begin`)
  db.exec(TABLES)
  const addSrs = db.prepare('insert into gpkg_spatial_ref_sys values (?, ?, ?, ?, ?, null)')
  addSrs.run('Undefined cartesian', -1, 'NONE', -1, 'undefined')
  addSrs.run('Undefined geographic', 0, 'NONE', 0, 'undefined')
  addSrs.run('WGS 84', 4326, 'EPSG', 4326, WGS84)
  addSrs.run(srs.name, srs.id, 'EPSG', srs.id, srs.wkt)
  const fill = (name: string, fields: readonly Field[], rows: Iterable<Row>): void => {
    const places = fields.map(() => '?').join(', ')
    const insert = db.prepare(
      `insert into ${quoted(name)} (${fields.map((one) => quoted(one.name)).join(', ')}) values (${places})`,
    )
    for (const row of rows) insert.run(...row)
  }
  const describe = db.prepare(
    'insert into gpkg_contents (table_name, data_type, identifier, min_x, min_y, max_x, max_y, srs_id) values (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  return {
    addTable(name: string, fields: readonly Field[], rows: Iterable<Row>): void {
      db.exec(`create table ${quoted(name)} (fid integer primary key autoincrement${declare(fields)})`)
      describe.run(name, 'attributes', name, null, null, null, null, null)
      fill(name, fields, rows)
    },
    /** Polygons in the coordinates of `srs`. */
    addLayer(name: string, fields: readonly Field[], features: readonly { outline: MultiPolygon; row: Row }[]): void {
      db.exec(
        `create table ${quoted(name)} (fid integer primary key autoincrement, geom MULTIPOLYGON${declare(fields)})`,
      )
      const { minX, minY, maxX, maxY } = boxOf(features.flatMap(({ outline }) => outline))
      const box = features.length === 0 ? [null, null, null, null] : [minX, minY, maxX, maxY]
      describe.run(name, 'features', name, ...box, srs.id)
      db.prepare('insert into gpkg_geometry_columns values (?, ?, ?, ?, 0, 0)').run(
        name,
        'geom',
        'MULTIPOLYGON',
        srs.id,
      )
      const all: Field[] = [{ name: 'geom', type: 'TEXT' }, ...fields]
      fill(
        name,
        all,
        features.map(({ outline, row }) => [geometryBlob(outline, srs.id), ...row]),
      )
    },
    /** How QGIS draws a layer when it is opened. */
    addStyle(layer: string, name: string, qml: string): void {
      db.prepare(
        "insert into layer_styles (f_table_catalog, f_table_schema, f_table_name, f_geometry_column, styleName, styleQML, useAsDefault) values ('', '', ?, 'geom', ?, ?, 1)",
      ).run(layer, name, qml)
    },
    close(): void {
      describe.run('layer_styles', 'attributes', 'layer_styles', null, null, null, null, null)
      db.exec('commit')
      db.close()
    },
  }
}

/** A header with the box, then well-known binary, all little endian. An empty geometry has no box. */
function geometryBlob(outline: MultiPolygon, srs: number): Uint8Array {
  const polygons = outline.map((rings) => rings.map(closed))
  const points = polygons.flat(2).length
  const rings = polygons.flat().length
  const isEmpty = points === 0
  const header = isEmpty ? 8 : 40
  const view = new DataView(new ArrayBuffer(header + 9 + polygons.length * 9 + rings * 4 + points * 16))
  view.setUint16(0, 0x47_50)
  view.setUint8(3, isEmpty ? 0b1_0001 : 0b0_0011)
  view.setInt32(4, srs, true)
  const { minX, minY, maxX, maxY } = boxOf(outline)
  if (!isEmpty) for (const [at, value] of [minX, maxX, minY, maxY].entries()) view.setFloat64(8 + at * 8, value, true)
  let at = header
  const long = (value: number) => {
    view.setUint32(at, value, true)
    at += 4
  }
  const begin = (type: number, count: number) => {
    view.setUint8(at, 1)
    at += 1
    long(type)
    long(count)
  }
  begin(6, polygons.length)
  for (const polygon of polygons) {
    begin(3, polygon.length)
    for (const ring of polygon) {
      long(ring.length)
      for (const [x, y] of ring) {
        view.setFloat64(at, x, true)
        view.setFloat64(at + 8, y, true)
        at += 16
      }
    }
  }
  return new Uint8Array(view.buffer)
}

function closed(ring: readonly Position[]): Position[] {
  const open = openRing(ring)
  return open[0] ? [...open, open[0]] : []
}
