import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { indexOf } from '#imagery/rasters/look.ts'
import { RAMPS, type Ramp } from '#imagery/rasters/ramps.ts'
import { printedOn } from '#web/lib/printing.ts'
import { formatValue } from '#web/lib/raster-map/look.ts'
import { accuracyOf, whatOf } from '../layers/map-names.ts'
import type { Base } from '../layers/use-base.ts'
import type { ShownLayer } from '../map-controller.ts'
import { heightUnit } from '../measuring/height-unit.ts'

export type Sheeted = {
  /** Such as the project. */
  project: string
  /** That of the legend. */
  layer: ShownLayer
  stack: readonly ShownLayer[]
  base: Base | undefined
}

/** What stands on paper around a map. */
export type Sheet = {
  project: string
  title: string
  legend: { label: string; ramp: Ramp; ends: readonly [low: string, high: string] } | null
  /** What was printed and when, line by line. */
  source: readonly string[]
}

export function sheetOf({ project, layer, stack, base }: Sheeted): Sheet {
  const { map, look, range, ramp } = layer
  const index = indexOf(look)
  const heights = `Elevation${heightUnit(layer) && `,${heightUnit(layer)}`}`
  return {
    project,
    title: [index?.name ?? whatOf(map), ...(map.takenOn ? [dateText(map.takenOn)] : [])].join(', '),
    legend:
      look.mode === 'colours'
        ? null
        : {
            label: index ? `${index.name} (${index.id}), preview` : map.kind === 'elevation' ? heights : 'Values',
            ramp: RAMPS[ramp],
            ends: [formatValue(range[0], range), formatValue(range[1], range)],
          },
    source: [
      stack.map((shown) => displayName(shown.map.fileName)).join(', '),
      [
        map.crs?.name ?? 'No coordinate system',
        ...(map.gsdCm === null ? [] : [`${map.gsdCm.toFixed(2)} cm a pixel`]),
        printedOn(),
      ].join(', '),
      ...accuracyOf(stack.map((shown) => shown.map)),
      ...(base?.attribution ? [base.attribution] : []),
      ...(index ? [`${index.formula}, from the copy for viewing`] : []),
    ],
  }
}
