import type { MapItem } from '#contract/maps.ts'
import type { RunItem } from '#contract/processing.ts'
import { displayName } from '#domain/display-names.ts'
import { formatDateTime } from '#domain/units.ts'
import { type Figure, qualityFigures } from './quality-figures.ts'
import { ENGINE_WORDS, optionsText, tookText } from './run-words.ts'

export const runName = ({ engine, preset, requestedAt }: Pick<RunItem, 'engine' | 'preset' | 'requestedAt'>): string =>
  [ENGINE_WORDS[engine].name, preset, formatDateTime(new Date(requestedAt))].filter(Boolean).join(', ')

/** Those that have something to be compared, newest first. */
export const comparedRuns = (runs: readonly RunItem[]): RunItem[] =>
  runs.filter(({ quality, products }) => quality !== null || products.some(({ mapId }) => mapId !== null))

/** In the same order for each run; what its engine doesn't know is null. */
export function figuresOf(run: RunItem): Figure[] {
  const { quality, archive, preset, options } = run
  return [
    plain('Archive', archive && displayName(archive)),
    plain('Preset and options', [preset, optionsText(options)].filter(Boolean).join(', ') || 'None'),
    ...qualityFigures(quality),
    plain('Took', tookText(run)),
  ]
}

const plain = (label: string, value: string | null): Figure => ({ label, value, mark: null })

export type ComparedMaps = {
  kind: 'orthomosaic' | 'elevation'
  /** What the address of the map has of them. */
  shown: { maps: string; swipe: string; heights: string | null }
}
type Compared = { left: RunItem; right: RunItem; maps: readonly MapItem[] }

/** Maps of both runs that can lie beside a divider, as the address of the map has them. Heights get the same colours on both sides. */
export function comparedMaps({ left, right, maps }: Compared): ComparedMaps[] {
  const ready = new Map(maps.filter(({ state }) => state === 'READY').map((map) => [map.mapId, map]))
  return (['orthomosaic', 'elevation'] as const).flatMap((kind) => {
    const readyOf = ({ products }: RunItem) =>
      products.flatMap(({ kind: made, mapId }) => (made === kind && ready.get(mapId ?? '')) || [])
    const [first] = readyOf(left)
    const others = readyOf(right)
    const other = others.find(({ fileName }) => fileName === first?.fileName) ?? others[0]
    if (!first || !other) return []
    const [a, b] = [first.ranges?.[0], other.ranges?.[0]]
    const heights = kind === 'elevation' && a && b ? `${Math.min(a[0], b[0])},${Math.max(a[1], b[1])}` : null
    return [{ kind, shown: { maps: first.mapId, swipe: other.mapId, heights } }]
  })
}
