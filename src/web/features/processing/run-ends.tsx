import { useState } from 'react'
import type { RunItem } from '#contract/processing.ts'
import { endsSince } from './end-words.ts'

/** Says to screen readers, once, which runs have ended since the section was shown. */
export function RunEnds({ runs }: { runs: readonly RunItem[] }) {
  const [seen, setSeen] = useState(runs)
  const [said, setSaid] = useState('')
  if (seen !== runs) {
    setSeen(runs)
    const ends = endsSince(seen, runs)
    if (ends !== '') setSaid(ends)
  }
  return <output className="sr-only">{said}</output>
}
