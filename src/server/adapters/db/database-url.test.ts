import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseDatabaseUrl } from './database-url.ts'

test('a URL names host, port, database, user and password', () => {
  expect(parseDatabaseUrl('postgres://anna:s%40cret%2F@localhost:6000/fields')).toEqual({
    host: 'localhost',
    port: 6000,
    database: 'fields',
    user: 'anna',
    password: 's@cret/',
    tls: null,
  })
  expect(parseDatabaseUrl('postgresql://anna@[::1]/fields')).toMatchObject({ host: '::1', port: 5432, tls: null })
  expect(parseDatabaseUrl('postgres://anna@localhost/fields?host=/run/postgresql')).toMatchObject({
    host: '/run/postgresql',
    password: undefined,
    tls: null,
  })
})

test('a connection to another machine is encrypted and its certificate verified, whatever the URL says', () => {
  const file = join(tmpdir(), 'skyfurrow-test-ca.pem')
  writeFileSync(file, 'a certificate')
  for (const mode of ['', '?sslmode=require', '?sslmode=verify-full'])
    expect(parseDatabaseUrl(`postgres://anna:pw@db.example.org/fields${mode}`)).toMatchObject({
      tls: { ca: undefined },
    })
  expect(parseDatabaseUrl(`postgres://anna:pw@10.0.0.7/fields?sslrootcert=${file}`)).toMatchObject({
    tls: { ca: 'a certificate' },
  })
  expect(parseDatabaseUrl('postgres://anna@localhost/fields?sslmode=verify-full')).toMatchObject({ tls: {} })
})

test.each([
  ['mysql://anna:hidden@localhost/fields', 'must be an address like postgres://'],
  ['localhost:5432', 'must be an address like postgres://'],
  ['postgres://anna:hidden@localhost', 'names no database'],
  ['postgres://localhost/fields', 'names no user'],
  ['postgres://anna:hidden%E0@localhost/fields', 'has a password that is not validly URL-encoded'],
  [
    'postgres://anna:hidden@db.example.org/fields?sslmode=disable',
    'the connection to db.example.org must be encrypted',
  ],
  ['postgres://anna:hidden@10.0.0.7/fields?sslmode=prefer', 'the connection to 10.0.0.7 must be encrypted'],
  ['postgres://anna:hidden@localhost/fields?sslmode=no-verify', 'sslmode must be disable or verify-full'],
  ['postgres://anna:hidden@localhost/fields?pool=7', 'knows no parameter "pool"'],
  ['postgres://anna:hidden@db.example.org/fields?sslrootcert=/nowhere.pem', "/nowhere.pem can't be read"],
])('%s is rejected without repeating its password', (text, problem) => {
  const read = parseDatabaseUrl(text)
  expect(read).toEqual({ problem: expect.stringContaining(problem) as string })
  expect(JSON.stringify(read)).not.toContain('hidden')
})
