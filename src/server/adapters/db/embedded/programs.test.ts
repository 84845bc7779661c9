import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DamagedDatabase, startProblem } from './damage.ts'
import { completePackage, findPrograms, MAJOR_VERSION } from './programs.ts'

/** A package as npm unpacks it when scripts are off. */
let native: string
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skyfurrow-package-'))
  native = join(folder, 'native')
  for (const name of ['bin', 'lib']) mkdirSync(join(native, name), { recursive: true })
  writeFileSync(join(native, 'lib/libicuuc.so.60.2'), 'a library')
  writeFileSync(join(native, 'lib/libz.so.1'), 'another library')
  const links = [{ source: 'native/lib/libicuuc.so.60.2', target: 'native/lib/libicuuc.so.60' }]
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links))
  for (const name of ['initdb', 'postgres'])
    writeFileSync(join(native, 'bin', name), '#!/bin/sh\necho it runs\n', { mode: 0o644 })
})
afterEach(() => rmSync(folder, { recursive: true }))

test('the links that npm does not pack are added, and programs can be executed, also a second time', () => {
  const starts = [completePackage(native), completePackage(native)]
  for (const { initdb } of starts) {
    expect(readlinkSync(join(native, 'lib/libicuuc.so.60'))).toBe('libicuuc.so.60.2')
    expect(String(execFileSync(initdb))).toBe('it runs\n')
  }
})

test('a package that is incomplete and belongs to someone else is named, with what to do', () => {
  rmSync(join(native, 'pg-symlinks.json'))
  expect(() => completePackage(native)).toThrow(
    /is incomplete and can't be completed\. Install the packages again .* DATABASE_URL\.$/,
  )
})

test('the package has the version that is compared with that of a data folder', () => {
  const version = String(execFileSync(findPrograms().postgres, ['--version']))
  expect(version).toContain(`(PostgreSQL) ${MAJOR_VERSION}.`)
})

test.each([
  [
    'FATAL:  could not write lock file "postmaster.pid": No space left on device',
    Error,
    /^The embedded database in \/db can't be opened: could not write .*Check the disk/,
  ],
  [
    'PANIC:  could not locate a valid checkpoint record at 0/1',
    DamagedDatabase,
    /is damaged or incomplete \(could not locate a valid checkpoint record at 0\/1\)/,
  ],
  ['', DamagedDatabase, /\(it does not open\)/],
])('a server that does not start and prints %j is explained', (line, kind, words) => {
  const problem = startProblem('/db', [line])
  expect(problem).toBeInstanceOf(kind)
  expect(problem.message).toMatch(words)
})
