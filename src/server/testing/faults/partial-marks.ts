import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The names of the marks of parts that are not whole, in the folder of an embedded store. */
export const partialMarks = (store: string): string[] =>
  readdirSync(join(store, 'open'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.partial'))
