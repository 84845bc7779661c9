// Names of pictures of plots that every system can store.

const LENGTH_MAX = 80

/**
 * `<plot id>_<date>`, without an ending: letters, digits and hyphens of the id, other characters as one underline. Of ids that
 * then are alike, in capitals or not, the second ends with _2.
 */
export function clipNames(plotIds: readonly string[], takenOn: string): string[] {
  const taken = new Set<string>()
  return plotIds.map((plotId) => {
    const plain = [...plotId.normalize('NFC').replace(/[^\p{L}\p{N}\p{M}-]+/gu, '_')].slice(0, LENGTH_MAX).join('')
    const base = `${/[\p{L}\p{N}]/u.test(plain) ? plain.replace(/^[-_]+/, '') : 'plot'}_${takenOn}`
    let name = base
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${base}_${count}`
    taken.add(name.toLowerCase())
    return name
  })
}
