import { useState } from 'react'

/** The list as it was, as long as its items are the same: what is made of it need not be made again. */
export function useSameItems<Item>(items: readonly Item[]): readonly Item[] {
  const [kept, keep] = useState(items)
  const areSame = kept.length === items.length && kept.every((item, at) => item === items[at])
  if (!areSame) keep(items)
  return areSame ? kept : items
}
