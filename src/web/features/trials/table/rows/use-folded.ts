import { useState } from 'react'
import { useView } from '#web/lib/view.ts'
import type { Group } from './groups.ts'

/** Which genotypes show only their line: none or all, as the address says, but for those that were clicked since. */
export function useFolded() {
  const [view, show] = useView()
  const [others, setOthers] = useState<ReadonlySet<string | null>>(new Set())
  const areAll = view.get('folded') === 'all'
  return {
    areAll,
    isFolded: ({ genotype }: Group): boolean => areAll !== others.has(genotype),
    toggle: ({ genotype }: Group): void => {
      const next = new Set(others)
      if (!next.delete(genotype)) next.add(genotype)
      setOthers(next)
    },
    foldAll: (isWanted: boolean): void => {
      setOthers(new Set())
      show({ folded: isWanted ? 'all' : null })
    },
  }
}

export type Folded = ReturnType<typeof useFolded>
