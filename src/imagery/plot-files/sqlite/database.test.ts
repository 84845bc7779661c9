// SQLite itself, which Node has built in, writes the files and says what is in them.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSqlite } from './database.ts'
import { keyOf } from './tokens.ts'

let folder = ''
let files = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sqlite-'))
})
afterAll(() => rm(folder, { recursive: true }))

type Read = Record<string, unknown>[]

async function bothWays(statements: readonly string[], table: string, pragmas = '') {
  const path = join(folder, `${(files += 1)}.db`)
  const database = new DatabaseSync(path)
  database.exec(`PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; ${pragmas}`)
  for (const statement of statements) database.exec(statement)
  const query = database.prepare(`SELECT * FROM "${table}"`)
  query.setReadBigInts(true)
  const theirs: Read = query.all().map((row) => Object.fromEntries(Object.entries(row).map(([k, v]) => [k, plain(v)])))
  database.close()
  const found = openSqlite(new Uint8Array(await readFile(path))).table(table)
  const rows = [...(found?.rows() ?? [])]
  const ours: Read = rows.map(({ values }) => Object.fromEntries(Object.entries(values).map(([k, v]) => [k, plain(v)])))
  return { ours, theirs, ids: rows.map(({ id }) => id), found }
}

/** Bytes are compared as text, and whole numbers that JavaScript has not as their digits. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return `bytes ${value.join(' ')}`
  if (typeof value !== 'bigint') return value
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
}

const withoutComputed = (rows: Read, computed: readonly string[] = []): Read =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !computed.includes(name))))

const INSERT = "INSERT INTO t(a, b) VALUES (101, 'G1'), (102, NULL), (7, 'Ähre')"

describe('the rows of a table are those that SQLite reads', () => {
  test.each([
    ['an id', ['CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT)', INSERT]],
    ['an id that counts up', ['CREATE TABLE t(a INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, b)', INSERT]],
    ['a named key', ['CREATE TABLE t(a INTEGER CONSTRAINT "the key" PRIMARY KEY ASC, b)', INSERT]],
    ['a key at the end', ['CREATE TABLE t(a INTEGER NOT NULL, b, PRIMARY KEY("a" AUTOINCREMENT))', INSERT]],
    ['a descending key at the end', ['CREATE TABLE t(b, a integer, CONSTRAINT k PRIMARY KEY([a] DESC))', INSERT]],
    ['a descending key', ['CREATE TABLE t(a INTEGER PRIMARY KEY DESC, b)', INSERT]],
    ['a key of another type', ['CREATE TABLE t(a INT PRIMARY KEY, b)', INSERT]],
    ['a key with a size', ['CREATE TABLE t(a INTEGER(4) PRIMARY KEY, b)', INSERT]],
    ['a key of two columns', ['CREATE TABLE t(a INTEGER, b TEXT, PRIMARY KEY(a, b))', INSERT]],
    ['constraints without commas', ['CREATE TABLE t(a INTEGER, b, UNIQUE(b) CHECK(a > 0) PRIMARY KEY(a))', INSERT]],
    ['a word for a key in a text', ["CREATE TABLE t(a INTEGER DEFAULT 'integer primary key', b)", INSERT]],
    ['a reference', ['CREATE TABLE t(a INTEGER REFERENCES t(a) ON DELETE SET DEFAULT PRIMARY KEY, b)', INSERT]],
    ['comments', ['CREATE TABLE t(-- a, x\na /* , PRIMARY KEY( */ INTEGER PRIMARY KEY, b -- "(\n TEXT)', INSERT]],
    [
      'names in quotes',
      ['CREATE TABLE "t"("a" INTEGER, [b] TEXT, `c,"(` TEXT, "d""e" TEXT, \'primary\' TEXT)', INSERT],
    ],
    ['names that are words of SQL', ['CREATE TABLE t("check" TEXT, a INTEGER, key TEXT, "primary" TEXT, b)', INSERT]],
    ['no ids of rows', ['CREATE TABLE t(b TEXT, a INTEGER, c, PRIMARY KEY(a)) WITHOUT ROWID', INSERT]],
    [
      'no ids of rows, and one key',
      ["CREATE TABLE t(b DEFAULT 'x', a INT PRIMARY KEY) WITHOUT ROWID, STRICT".replace(', STRICT', ''), INSERT],
    ],
    ['a strict table', ['CREATE TABLE t(a INTEGER PRIMARY KEY, b ANY) STRICT', INSERT]],
    [
      'computed columns',
      [
        "CREATE TABLE t(v TEXT GENERATED ALWAYS AS (a || ', x') VIRTUAL, a INTEGER, s AS (a + 1) STORED, w AS (b), b TEXT)",
        INSERT,
      ],
    ],
    [
      'columns that were added',
      [
        'CREATE TABLE t(a INTEGER PRIMARY KEY, b)',
        INSERT,
        "ALTER TABLE t ADD COLUMN c TEXT DEFAULT 'irrigated'",
        'ALTER TABLE t ADD COLUMN d INTEGER NOT NULL DEFAULT -5',
        "ALTER TABLE t ADD COLUMN e REAL DEFAULT '1.5e1'",
        'ALTER TABLE t ADD COLUMN f TEXT DEFAULT 7',
        'ALTER TABLE t ADD COLUMN g DEFAULT (+0x1F)',
        'ALTER TABLE t ADD COLUMN h DEFAULT word',
        'ALTER TABLE t ADD COLUMN i DEFAULT TRUE',
        "ALTER TABLE t ADD COLUMN j BLOB DEFAULT x'00ff'",
        'ALTER TABLE t ADD COLUMN k DEFAULT NULL',
        'ALTER TABLE t ADD COLUMN l',
        "ALTER TABLE t ADD COLUMN m DEFAULT 'it''s'",
        "ALTER TABLE t ADD COLUMN n NUMERIC DEFAULT ('12')",
        'ALTER TABLE t ADD COLUMN o DEFAULT "in quotes"',
        "ALTER TABLE t ADD COLUMN p DEFAULT (CAST('12' AS INTEGER))",
        'ALTER TABLE t ADD COLUMN v AS (a * 2)',
        'ALTER TABLE t ADD COLUMN q VARCHAR(10) DEFAULT .5 CHECK (1)',
        'ALTER TABLE t ADD COLUMN r TEXT DEFAULT (-1.50)',
        'INSERT INTO t(a) VALUES (900)',
      ],
    ],
    [
      'columns that were renamed and dropped',
      [
        'CREATE TABLE t(x, a INTEGER PRIMARY KEY, "old" TEXT)',
        'ALTER TABLE t DROP COLUMN x',
        'ALTER TABLE t RENAME COLUMN old TO b',
        INSERT,
      ],
    ],
    ['rows that were deleted', ['CREATE TABLE t(a INTEGER, b)', INSERT, INSERT, 'DELETE FROM t WHERE a = 101']],
    [
      'numbers of all sizes',
      [
        'CREATE TABLE t(a INTEGER PRIMARY KEY, b)',
        'INSERT INTO t VALUES (-1, 9223372036854775807), (9007199254740993, -9223372036854775808), (1, -129), (2, 8388608), (3, -140737488355329), (4, 0), (5, 1), (6, 1.5)',
      ],
    ],
    [
      'longer rows than a page',
      [
        'CREATE TABLE t(a, b TEXT, c BLOB)',
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60) INSERT INTO t SELECT i, printf('%.*c', i * i * 17, 'x'), zeroblob(i * 90) FROM n",
      ],
    ],
  ])('with %s', async (_what, statements) => {
    for (const pragmas of [
      '',
      'PRAGMA page_size = 512; PRAGMA auto_vacuum = FULL',
      "PRAGMA page_size = 65536; PRAGMA encoding = 'UTF-16le'",
    ]) {
      const { ours, theirs, found } = await bothWays(statements, 't', pragmas)
      expect(theirs.length).toBeGreaterThan(2)
      expect(ours).toEqual(withoutComputed(theirs, found?.computed))
    }
  })

  test('with many pages, with and without ids of rows', async () => {
    for (const end of ['', ' WITHOUT ROWID']) {
      const many = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO t SELECT 'P' || (i * 7919 % 3000), i, printf('%.*c', i % 300, 'y') FROM n`
      const { ours, theirs } = await bothWays(
        [`CREATE TABLE t(a TEXT PRIMARY KEY, b, c)${end}`, many],
        't',
        'PRAGMA page_size = 512',
      )
      expect(ours).toEqual(theirs)
    }
  })
})

const NAMES = ['a', 'B1', '"Plot, No"', '[col umn]', '`x(y`', '"primary"', 'key', '"d""q"', 'größe', '"check"']
const TYPES = [
  '',
  'INTEGER',
  'integer',
  'INT',
  'TEXT',
  'REAL',
  'BLOB',
  'VARCHAR(20)',
  'DECIMAL(10, 2)',
  'LONG TEXT',
  '"INTEGER"',
  'BOOLEAN',
  'MEDIUMINT',
]
const DEFAULTS = [
  '',
  "DEFAULT 'x, y'",
  'DEFAULT 5',
  'DEFAULT -2',
  'DEFAULT (7)',
  'DEFAULT NULL',
  "DEFAULT '12'",
  'DEFAULT 1.50',
  'DEFAULT -1e2',
  "DEFAULT x'0a'",
  'DEFAULT abc',
]
const LATER = ['', 'NOT NULL', 'COLLATE NOCASE', 'CHECK (1 > 0)', '/* PRIMARY KEY */', 'CONSTRAINT "default" NULL']
const KEYS = ['', 'in column', 'in column, descending', 'at the end', 'at the end, descending', 'at the end, of two']

const column = fc.record({
  type: fc.constantFrom(...TYPES),
  byDefault: fc.constantFrom(...DEFAULTS),
  later: fc.constantFrom(...LATER),
  computed: fc.constantFrom('', '', '', 'VIRTUAL', 'STORED'),
})
const table = fc.record({
  columns: fc.array(column, { minLength: 2, maxLength: NAMES.length }),
  key: fc.constantFrom(...KEYS),
  keyAt: fc.nat(),
  added: fc.array(column, { maxLength: 3 }),
  hasRowIds: fc.boolean(),
})
type Made = typeof table extends fc.Arbitrary<infer T> ? T : never

/** Columns before and after the rows were written. */
function statementsOf({ columns, key, keyAt, added, hasRowIds }: Made): string[] {
  const at = keyAt % columns.length
  const named = columns.map((one, place) => ({
    ...one,
    computed: place === at || place === 0 ? '' : one.computed,
    name: NAMES[place],
  }))
  const [first] = named
  const lines = named.map(({ name, type, byDefault, later, computed }, place) => {
    const isKey = place === at && key.startsWith('in column')
    const words = isKey ? `PRIMARY KEY ${key.endsWith('descending') ? 'DESC' : ''}` : ''
    return computed
      ? `${name} ${type} AS (${first?.name}) ${computed}`
      : `${name} ${type} ${words} ${later} ${byDefault}`
  })
  const keyName = named[at]?.name
  const tail = key.endsWith('of two')
    ? [`PRIMARY KEY(${keyName}, ${first?.name})`]
    : key.startsWith('at the end')
      ? [`CONSTRAINT k PRIMARY KEY(${keyName}${key.endsWith('descending') ? ' DESC' : ''})`]
      : []
  const given = named.filter(({ computed }) => computed === '').map(({ name }) => name)
  const rows = [1, 2, 3].map(
    (row) =>
      `INSERT INTO "t" (${given.join(', ')}) VALUES (${given.map((_name, place) => row * 10 + place).join(', ')})`,
  )
  const isPlain = !hasRowIds && key !== '' ? ' WITHOUT ROWID' : ''
  return [
    `CREATE TABLE "t" (${[...lines, ...tail].join(', -- a, (\n')})${isPlain}`,
    ...rows,
    ...added.map(({ type, byDefault, computed }, place) =>
      computed === 'VIRTUAL'
        ? `ALTER TABLE t ADD COLUMN z${place} ${type} AS (1 + 1)`
        : `ALTER TABLE t ADD COLUMN z${place} ${type} ${byDefault}`,
    ),
    rows[0]?.replace(/VALUES \(.*/, `VALUES (${given.map((_name, place) => 90 + place).join(', ')})`) ?? '',
  ]
}

test('any schema gives the values and the ids that SQLite gives', async () => {
  await fc.assert(
    fc.asyncProperty(table, async (made) => {
      const { ours, theirs, found, ids } = await bothWays(statementsOf(made), 't')
      expect(theirs.length).toBe(4)
      expect(ours).toEqual(withoutComputed(theirs, found?.computed))
      const idColumn = found?.idColumn
      expect(ids).toEqual(idColumn ? ours.map((row) => row[idColumn]) : ids)
    }),
    { numRuns: 100 },
  )
})

describe('a view', () => {
  const TABLE = [
    'CREATE TABLE plots("fid" INTEGER PRIMARY KEY, geom BLOB, plot_id TEXT, twice AS (fid * 2))',
    "INSERT INTO plots(geom, plot_id) VALUES (x'01', '101'), (x'02', '102')",
  ]

  test.each([
    ['all columns of a table', 'CREATE VIEW v AS SELECT * FROM plots'],
    ['columns', 'CREATE VIEW "v" AS SELECT fid AS OGC_FID, geom, "plot_id" FROM plots'],
    [
      'columns by the name of the table',
      'create view [v] as select p.FID ogc_fid, p.geom, p.plot_id as id from main.plots as p;',
    ],
    ['names of its own', 'CREATE VIEW v(a, b) AS SELECT rowid, plot_id FROM plots -- all'],
    ['a column that is computed', 'CREATE VIEW v AS SELECT twice, plot_id FROM "plots"'],
  ])('of %s is read', async (_what, sql) => {
    const { ours, theirs, found } = await bothWays([...TABLE, sql], 'v')
    expect(theirs).toHaveLength(2)
    expect(ours).toEqual(withoutComputed(theirs, found?.computed))
  })

  test('of a view is read', async () => {
    const { ours, theirs } = await bothWays(
      [...TABLE, 'CREATE VIEW w AS SELECT plot_id AS p FROM plots', 'CREATE VIEW v AS SELECT p FROM w'],
      'v',
    )
    expect(ours).toEqual(theirs)
  })

  test.each([
    "SELECT * FROM plots WHERE plot_id = '101'",
    'SELECT p.fid, q.plot_id FROM plots p JOIN plots q ON p.fid = q.fid',
    'SELECT plots.fid FROM plots, plots q',
    'SELECT fid, upper(plot_id) FROM plots',
    "SELECT fid, 'plot_id' FROM plots",
    'SELECT fid + 1 AS fid, geom FROM plots',
    'SELECT DISTINCT plot_id FROM plots',
    'SELECT count(*) FROM plots',
    'SELECT fid, fid FROM plots',
    'SELECT * FROM plots ORDER BY plot_id DESC',
    'SELECT * FROM plots LIMIT 1',
    'SELECT * FROM plots UNION ALL SELECT * FROM plots',
    'SELECT * FROM (SELECT * FROM plots)',
    'WITH p AS (SELECT * FROM plots) SELECT * FROM p',
    'SELECT *, fid AS id FROM plots',
  ])('that only a database can compute is refused by its name: %s', async (select) => {
    await expect(bothWays([...TABLE, `CREATE VIEW v AS ${select}`], 'v')).rejects.toThrow(
      '‘v’ is a view, which only a database can compute.',
    )
  })
})

test('names differ by more than the case of their letters', () => {
  expect(['Plots', 'GRÖSSE'].map(keyOf)).toEqual(['plots', 'grÖsse'])
})
