import { unitOfDifferences } from '#domain/dates.ts'
import { type Colours, limitsOf, type Scale } from '#imagery/traits/derived/colour-scale.ts'
import type { DatedValues, Trait, Workspace } from '../workspace/workspace.ts'

type Change = {
  day: DatedValues
  trait: Trait
  title: string
  dates: readonly DatedValues[]
  scale: Scale
  colours: Colours
}

/** What a trait changed by in each plot, from the earlier to the later date. No change has the middle of the colours. */
export function changeBetween({ trait, title, dates }: Workspace, one: DatedValues, two: DatedValues): Change {
  const [before, after] = dates.indexOf(one) < dates.indexOf(two) ? [one, two] : [two, one]
  const values = after.values.map((value, at) => {
    const earlier = before.values[at] ?? null
    return value === null || earlier === null ? null : value - earlier
  })
  const [low, high] = limitsOf(values) ?? [-1, 1]
  const most = Math.max(Math.abs(low), Math.abs(high)) || 1
  const unit = unitOfDifferences(trait.unit)
  return {
    day: { ...after, date: `${before.date} to ${after.date}`, unit, values, flags: [], commonFlags: [] },
    trait: { ...trait, unit },
    title: `Change of ${title}`,
    dates: [],
    scale: [-most, most],
    colours: { ramp: 'change', classes: 0 },
  }
}
