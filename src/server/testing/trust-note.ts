import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../../.cache/trust')

/** Notes how much a test has shown, and when, for the page on trust that is made from such notes (tools/trust.mjs). */
export function noteTrust(name: string, shown: Record<string, number>): void {
  mkdirSync(FOLDER, { recursive: true })
  const note = { name, day: new Date().toISOString().slice(0, 10), ...shown }
  writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify(note, null, 2)}\n`)
}
