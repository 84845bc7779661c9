// What counts as vegetation.
import type { BandRole } from '#domain/maps.ts'
import { type MaskMethod, USUAL_THRESHOLDS } from '#domain/trials.ts'
import { findTrait } from '../catalogue/catalogue.ts'
import { type Expression, variablesOf } from '../catalogue/expression.ts'
import type { RadiometricState } from '../catalogue/radiometric-state.ts'
import { whyNot } from '../catalogue/why-not.ts'

/** Vegetation is where the expression exceeds the threshold. */
export type MaskRule = { expression: Expression; threshold: number }

const GREEN_LESS_RED: Expression = ['-', 'green', 'red']

/** The trait that is compared with the threshold. More green than red has none. */
const TRAITS: Record<Exclude<MaskMethod, 'none'>, string | null> = {
  exg: 'ExG',
  exgr: 'ExGR',
  otsu: 'ExG',
  'g>r': null,
  ndvi: 'NDVI',
  osavi: 'OSAVI',
}

/**
 * Of Otsu, the threshold is the one that `findOtsuThreshold` found, or else the season's; of G > R it is 0 whatever is
 * asked for. Undefined for none.
 */
export function maskRule(method: MaskMethod, threshold?: number | null): MaskRule | undefined {
  if (method === 'none') return undefined
  const [trait, usual] = [TRAITS[method], USUAL_THRESHOLDS[method]]
  const expression = trait === null ? GREEN_LESS_RED : findTrait(trait)?.expression
  if (expression === undefined) throw new Error(`The catalogue has no ${trait}`)
  return { expression, threshold: method === 'g>r' ? usual : (threshold ?? usual) }
}

/** Why a mask can't be made of a map, in a sentence; undefined when it can. */
export function whyNoMask(method: MaskMethod, bands: readonly BandRole[], state: RadiometricState): string | undefined {
  const rule = maskRule(method)
  if (!rule || method === 'none') return undefined
  const trait = findTrait(TRAITS[method] ?? '')
  return whyNot(trait ?? { needs: variablesOf(rule.expression), presupposes: 'any' }, bands, state)
}

/** Neighbours that a pixel of vegetation has at least, of eight. */
const NEIGHBOURS_MIN = 2
/** Of 8 bits. */
const SATURATED = 245

export type MaskRow = { vegetation: Uint8Array; above: Uint8Array | undefined; below: Uint8Array | undefined }

const count = (row: Uint8Array | undefined, at: number): number => row?.[at] ?? 0

/** A row of vegetation without fragments: pixels with fewer than two neighbours of vegetation. Neighbours outside count as none. */
export function cleanRow({ vegetation, above, below }: MaskRow, into: Uint8Array): void {
  for (let at = 0; at < vegetation.length; at += 1) {
    if (vegetation[at] !== 1) {
      into[at] = 0
      continue
    }
    let neighbours = count(vegetation, at - 1) + count(vegetation, at + 1)
    for (const row of [above, below]) neighbours += count(row, at - 1) + count(row, at) + count(row, at + 1)
    into[at] = neighbours >= NEIGHBOURS_MIN ? 1 : 0
  }
}

/** Whether a pixel of 8 bits is too bright to be told from glare. */
export const isSaturated = (value: number): boolean => value > SATURATED
