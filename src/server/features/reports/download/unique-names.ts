/** Names that stay apart also where upper and lower case are the same: the second 'Map.tif' becomes 'Map (2).tif'. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const plain = withoutPath(name)
    let unique = plain
    for (let number = 2; taken.has(keyOf(unique)); number += 1) unique = numbered(plain, number)
    taken.add(keyOf(unique))
    return unique
  })
}

const keyOf = (name: string): string => name.normalize('NFC').toLowerCase()

/** A name is checked when its upload starts; what is unpacked must stay in its folder even so. */
function withoutPath(name: string): string {
  const plain = name.replace(/[/\\\0]/g, '_')
  return /^\.{0,2}$/.test(plain) ? '_' : plain
}

function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? `${name.slice(0, dot)} (${number})${name.slice(dot)}` : `${name} (${number})`
}
