import { dateText } from '#domain/dates.ts'
import { flagText } from '#domain/trial-words.ts'
import { TableHeads } from '#web/ui/list/table-heads.tsx'
import { Disclosure } from './disclosure.tsx'
import type { Values } from './workspace.ts'

/** What the warnings of the shown values mean, and how many values have each. */
export function WarningNotes({ dates }: { dates: readonly (Pick<Values, 'flags'> & { date: string })[] }) {
  const warnings = [...countWarnings(dates)]
  if (warnings.length === 0) return null
  return (
    <Disclosure summary={`What the warnings mean (${warnings.length})`}>
      <table className="text-sm">
        <TableHeads titles={['Warning', 'Values', 'On', 'Meaning']} />
        <tbody>
          {warnings.map(([flag, { values, on }]) => (
            <tr key={flag} className="border-t border-line align-top">
              <th scope="row" className="py-1.5 pr-6 text-left font-medium">
                {flagText(flag)}
              </th>
              <td className="py-1.5 pr-6 tabular-nums">{values.toLocaleString('en')}</td>
              <td className="py-1.5 pr-6 whitespace-nowrap tabular-nums">
                {on.length === 1 ? dateText(on[0] ?? '') : `${on.length} dates`}
              </td>
              <td className="min-w-56 max-w-prose py-1.5 text-muted">{MEANINGS[flag]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Disclosure>
  )
}

function countWarnings(dates: Parameters<typeof WarningNotes>[0]['dates']) {
  const found = new Map<string, { values: number; on: string[] }>()
  for (const { date, flags } of dates)
    for (const flag of flags.flat()) {
      const known = found.get(flag) ?? { values: 0, on: [] }
      known.values += 1
      if (known.on.at(-1) !== date) known.on.push(date)
      found.set(flag, known)
    }
  return found
}

const MEANINGS: Readonly<Record<string, string>> = {
  PARTIAL_DATA: 'The map has no data in more than 5 % of the plot.',
  EDGE_OF_MOSAIC: 'The map or its data end within 1 m of the plot, where maps are less exact.',
  LOW_PIXELS: 'Fewer than 200 pixels: a few of them change the value.',
  SATURATED: 'More than 2 % of the pixels are overexposed.',
  SHADOW: 'More than 20 % of the pixels are darker than 99 % of all plots.',
  MASK_FALLBACK: 'Soil and plants could not be told apart by Otsu on this flight, so the usual threshold was taken.',
  MASK_UNSTABLE: 'Cover changes by more than 5 points when the threshold changes by 0.02.',
  OUTLIER_SPATIAL: 'Far from what the row and the column of the plot suggest. Look at the photo before you use it.',
  OUTLIER_TIME: 'Off the course that the dates before and after suggest. Look at the photo before you use it.',
  HEIGHT_BELOW_NOISE: 'Less than twice what the height of bare soil varies by.',
  CHM_UNCALIBRATED:
    'Too little soil was seen to bring its height to 0 as a whole, so it may be off by the tilt of the flight. With hardly any soil, heights above the ground of another date are left out, unless both flights had corrected positions: then they may be 5 cm off.',
  NEG_HEIGHT: 'More than 5 % of the pixels lie clearly below the soil.',
  GRID_MISFIT:
    'On this flight, whose rows are clearest, the plants lie more than a quarter of a plot beside the plot. Snap the plots to their plants, or move this one.',
  NEIGHBOUR_BLEED:
    'The buffer around the plot has clearly more plants than its inside, so a neighbour grows into it. Keep this buffer, or take a wider one.',
  'LODGING?': 'The height fell by more than 30 % since the flight before, but cover did not: plants may lie.',
  GSD_COARSE:
    'Pixels are larger than 1.8 cm (0.5 cm in the four weeks after planting), so leaves and soil share pixels. Compare plots of one flight; fly lower for absolute cover.',
  SOIL_OFF:
    'The soil lies more than 20 cm, or more than half the height of the plants, from 0, or the bare ground lay more than 10 m from the soil. Look whether the bare ground is of this field and in the same heights, and whether soil was taken for what it is.',
  HEIGHT_REFUSED: 'Too much of the plot has no height, or a doubtful one: plants moved, or few photos show them.',
}
