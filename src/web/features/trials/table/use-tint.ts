import { useMemo } from 'react'
import { colourOf } from '#imagery/traits/derived/colour-scale.ts'
import { useView } from '#web/lib/view.ts'
import { coloursIn } from '../map/map-colours.ts'
import { mapScaleOf } from '../map/map-scale.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** So that text stays readable on all of them, in both themes. */
const SHARE = '28%'

/** The colour that the map has for a value of the trait it shows, lighter. */
export function useTint({ dates, trait }: Pick<Workspace, 'dates' | 'trait'>) {
  const [view] = useView()
  const scale = useMemo(() => mapScaleOf(dates, trait.unit), [dates, trait.unit])
  const colours = coloursIn(view)
  return (value: number | string | null): string | undefined =>
    typeof value === 'number'
      ? `color-mix(in srgb, ${colourOf(value, scale, colours)} ${SHARE}, transparent)`
      : undefined
}
