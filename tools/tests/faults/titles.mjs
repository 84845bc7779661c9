// A test shows a fault of the matrix when its own title, or one of its groups', begins with the fault's id: 'F29 F31: a line that …'.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from '../../lib/launch.mjs'

/** For `-t` and `--grep`, which look at all titles in a row. */
export const ANY_ID = '(?:^| )F\\d+(?: F\\d+)*: '

/** The ids that a list of titles, outermost first, begins with. */
export const idsIn = (titles) => [
  ...new Set(titles.flatMap((title) => /^(F\d+(?: F\d+)*): /.exec(title)?.[1].split(' ') ?? [])),
]

/** Files of tests with an id in them, or in a contract that they run: path, and the ids that stand there as they will be run. */
export function faultFiles() {
  const files = ['src', 'e2e']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
  const contracts = files.filter(({ file, text }) => file.endsWith('.contract.ts') && HAS_ID.test(text))
  const runs = ({ text }) => HAS_ID.test(text) || contracts.some(({ file }) => text.includes(`/${basename(file)}'`))
  return files
    .filter((one) => /\.(test|spec)\.ts$/.test(one.file) && runs(one))
    .map(({ file, text }) => ({ file, ids: [...text.matchAll(PLAIN_ID)].flatMap(([, ids]) => ids.split(' ')) }))
}

const HAS_ID = /['"`]F\d+/
const PLAIN_ID = /['"`](F\d+(?: F\d+)*): /g
