import { displayName } from '#domain/display-names.ts'
import { valueText } from '../messages.ts'
import type { DatedValues, Workspace } from '../workspace/workspace.ts'

const OWN = { plot: 'Plot id', value: 'Value' } as const
/** Before the name of a column of the plots, so that it is never one of these. */
const COLUMN = 'column '
const COLUMNS_MAX = 30

type Plots = Pick<Workspace, 'outlines'>

/** What plots can be labelled with: their ids, their values, and what their columns say. */
export function labelsOf({ outlines }: Plots): { value: string; label: string }[] {
  const names = new Set(outlines.plots.flatMap(({ attributes }) => Object.keys(attributes)))
  return [
    { value: '', label: 'None' },
    ...Object.entries(OWN).map(([value, label]) => ({ value, label })),
    ...[...names].slice(0, COLUMNS_MAX).map((name) => ({ value: `${COLUMN}${name}`, label: nameOf(name) })),
  ]
}

const nameOf = (column: string): string => displayName(column).replace(/^./, (first) => first.toUpperCase())

/** In the order of the plots, as the address asks for them; null for none. */
export function labelTexts(
  asked: string | null,
  { outlines, trait }: Plots & Pick<Workspace, 'trait'>,
  day: Pick<DatedValues, 'values'>,
): string[] | null {
  const { plots } = outlines
  if (asked === 'plot') return plots.map(({ plotId }) => displayName(plotId))
  if (asked === 'value')
    return plots.map((_, at) => (day.values[at] == null ? '' : valueText(day.values[at], trait.unit)))
  if (!asked?.startsWith(COLUMN)) return null
  return plots.map(({ attributes }) => displayName(attributes[asked.slice(COLUMN.length)] ?? ''))
}
