import { displayName } from '#domain/display-names.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { COLUMN, type Offered } from './recoloured.ts'

const OWN = { plot: 'Plot id', value: 'Value' } as const

/** What plots can be labelled with: their ids, their values, and what their columns say. */
export const labelsOf = (columns: readonly Offered[]): Offered[] => [
  { value: '', label: 'None' },
  ...Object.entries(OWN).map(([value, label]) => ({ value, label })),
  ...columns,
]

/** In the order of the plots, as the address asks for them; null for none. */
export function labelTexts(
  asked: string | null,
  plots: Workspace['plots'],
  { values, textOf }: { values: readonly (number | null)[]; textOf: (value: number) => string },
): string[] | null {
  if (asked === 'plot') return plots.map(({ plotId }) => displayName(plotId))
  if (asked === 'value') return plots.map((_, at) => (values[at] == null ? '' : textOf(values[at])))
  if (!asked?.startsWith(COLUMN)) return null
  return plots.map(({ attributes }) => displayName(attributes[asked.slice(COLUMN.length)] ?? ''))
}
