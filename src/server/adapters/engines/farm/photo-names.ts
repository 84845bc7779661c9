// Nodes keep all photos in one folder: names with folders become flat ones that never clash.
import { createHash } from 'node:crypto'

const NAME_MAX = 120
const FOLDER_MARK = '__'
/** Nodes take other files with these names or endings for something else. */
const TAKEN = /^(?:body\.json|seed\.zip|zipurl\.zip)$|\.(?:txt|zip)$|^align\.(?:las|laz|tif)$/i

/** Of each photo, in their order. The same names give the same flat names. */
export function flatNames(names: readonly string[]): string[] {
  const used = new Set<string>()
  return names.map((name) => {
    const plain = plainName(name)
    const flat = plain !== undefined && !used.has(plain.toLowerCase()) ? plain : hashedName(name, used)
    used.add(flat.toLowerCase())
    return flat
  })
}

/** Undefined where something would be lost. */
function plainName(name: string): string | undefined {
  const flat = name.replaceAll('/', FOLDER_MARK)
  const isPlain = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(flat) && flat.length <= NAME_MAX && !TAKEN.test(flat)
  return isPlain ? flat : undefined
}

/** With a hash of the whole name, and as much of its end as can be kept. */
function hashedName(name: string, used: ReadonlySet<string>): string {
  const [, ending = ''] = /\.([A-Za-z0-9]{1,5})$/.exec(name) ?? []
  const stem = name.slice(0, ending === '' ? undefined : -ending.length - 1)
  const kept = stem.replace(/[^A-Za-z0-9-]+/g, '_').slice(-60)
  for (let salt = 0; ; salt += 1) {
    const hash = createHash('sha256').update(`${salt} ${name}`).digest('hex').slice(0, 12)
    const flat = `p${hash}_${kept}.${TAKEN.test(`a.${ending}`) || ending === '' ? 'jpg' : ending}`
    if (!used.has(flat.toLowerCase())) return flat
  }
}
