// What commands have shown, and when, for the page on trust (tools/trust.mjs). Tests leave theirs by src/server/testing/trust-note.ts.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './launch.mjs'

const FOLDER = join(ROOT, '.cache/trust')
const fileOf = (name) => join(FOLDER, `${name}.json`)

export function noteTrust(name, shown) {
  mkdirSync(FOLDER, { recursive: true })
  const note = { name, day: new Date().toISOString().slice(0, 10), ...shown }
  writeFileSync(fileOf(name), `${JSON.stringify(note, null, 2)}\n`)
}

/** Undefined when nothing has left that note here. */
export function readTrustNote(name) {
  return existsSync(fileOf(name)) ? JSON.parse(readFileSync(fileOf(name), 'utf8')) : undefined
}
