const SHOWN_MAX = 5
const NAME_MAX = 60

/** Names for people to read: the first few, and how many more. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN_MAX).map((name) => `‘${name.slice(0, NAME_MAX)}’`)
  const more = names.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more.toLocaleString('en')} more` : shown.join(', ')
}
