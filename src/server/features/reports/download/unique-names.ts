/** Names that stay apart also where upper and lower case are the same: the second 'Map.tif' becomes 'Map (2).tif'. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  // How often each name was there, so that a thousandth 'Map.tif' is not tried a thousand times.
  const counts = new Map<string, number>()
  return names.map((name) => {
    const plain = withoutPath(name)
    let number = (counts.get(keyOf(plain)) ?? 0) + 1
    let unique = number === 1 ? plain : numbered(plain, number)
    while (taken.has(keyOf(unique))) unique = numbered(plain, (number += 1))
    counts.set(keyOf(plain), number)
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
