// What the cells of a grid show of a trait.
import { findTrait } from '#imagery/traits/catalogue/catalogue.ts'
import { whyNot } from '#imagery/traits/catalogue/why-not.ts'
import type { CellOrder } from '#imagery/traits/measure/cell-means.ts'
import { maskRule } from '#imagery/traits/measure/masks.ts'
import { type ReadyMap, stateOfMap, UNKNOWN } from '#web/lib/raster-map/look.ts'
import { problemOfMask, problemOfStat } from '../map/levels.ts'
import type { PlantSettings } from '../what-if/plant-settings.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** Sides of cells in metres, as the address has them. */
export const CELL_SIZES = ['0.25', '0.5', '1', '2', '5', '10']
export const USUAL_CELL_SIZE = '1'

export const cellSizeIn = (view: URLSearchParams): string =>
  CELL_SIZES.find((size) => size === view.get('cellSize')) ?? USUAL_CELL_SIZE

export type CellValue = Pick<CellOrder, 'index' | 'plants'>
type Wanted = { trait: string; stat: Workspace['stat']; scope: Workspace['scope']; plants: PlantSettings }

/** What is computed, or why it can't be. */
export function cellValueOf(map: ReadyMap, { trait, stat, scope, plants }: Wanted): CellValue | string {
  const spread = problemOfStat(stat)
  if (spread !== undefined) return spread
  const isCover = trait === 'canopyCover'
  const isOfPlants = isCover || scope === 'veg'
  const noMask = isOfPlants ? problemOfMask(map, plants.method) : undefined
  if (noMask !== undefined) return noMask
  const rule = isOfPlants ? (maskRule(plants.method, plants.threshold) ?? null) : null
  if (isCover) return { index: null, plants: rule }
  const found = findTrait(trait)
  if (!found || found.isCircular) return UNKNOWN
  const problem = whyNot(found, map.bands, stateOfMap(map))
  if (problem) return problem
  return { index: { expression: found.expression, clip: (found.isUnstable && found.clip) || null }, plants: rule }
}
