import { INDICES, type VegetationIndex } from '#imagery/rasters/indices.ts'
import { firstLook, type Look } from '#imagery/rasters/look.ts'
import { lookableOf } from '#imagery/tiles/draw-tile.ts'
import { lackOf } from '#imagery/traits/catalogue/why-not.ts'
import { stateOf } from '#imagery/traits/on-maps/choose-traits.ts'
import type { TrialLayer } from '../trial-layers.ts'

type Known = Pick<TrialLayer, 'facts' | 'stated'>

/** Those that the screen offers of a map, too. */
export function indicesOf({ facts, stated }: Known): VegetationIndex[] {
  const bands = facts.bands.map(({ role }) => role)
  const state = stateOf({ facts, stated })
  return INDICES.filter((index) => lackOf(index, bands, state) === undefined)
}

/** What the tiles of a map show. Undefined for an index that it doesn't have. */
export function lookOf(layer: Known, index: string | undefined): Look | undefined {
  if (index === undefined) return firstLook(lookableOf(layer.facts))
  return indicesOf(layer).some(({ id }) => id === index) ? { mode: 'index', id: index } : undefined
}
