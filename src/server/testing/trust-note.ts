import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../../.cache/trust')

/** Notes how much a test has shown, for the page on trust that is made from such notes. */
export function noteTrust(name: string, shown: Record<string, number>): void {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify({ name, ...shown }, null, 2)}\n`)
}
