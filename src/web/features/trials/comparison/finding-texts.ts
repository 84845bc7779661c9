// What a comparison says, in words.
import { AS_FIELDIMAGER } from '#imagery/comparison/known-differences.ts'
import type { ColumnComparison } from '../analysis/jobs.ts'
import { MASK_NAMES, unitText, valueText } from '../messages.ts'
import type { Measurement } from '../workspace/workspace.ts'
import type { WholeMatch } from './column-matches.ts'

const FACTOR_TEXTS: readonly (readonly [factor: number, text: string])[] = [
  [-1, 'They have the opposite sign.'],
  [100, 'They are 100 times as large: percent against fractions, or centimetres against metres.'],
  [0.01, 'They are a hundredth: fractions against percent, or metres against centimetres.'],
  [-100, 'They have the opposite sign and are 100 times as large.'],
  [-0.01, 'They have the opposite sign and are a hundredth.'],
  [255, 'They are 255 times as large: numbers up to 255 against numbers up to 1.'],
  [1 / 255, 'They are a 255th: numbers up to 1 against numbers up to 255.'],
  [1000, 'They are 1,000 times as large: millimetres against metres.'],
  [0.001, 'They are a thousandth: metres against millimetres.'],
]

/** In a sentence. */
export function findingText({ agreement, finding }: ColumnComparison, unit: string): string {
  if (!agreement || !finding) return 'No plot has a number in both.'
  if (finding.kind === 'same') return 'The same numbers, except for rounding.'
  if (finding.kind === 'constant')
    return `Your table has ${valueText(finding.value, '1')} for every plot, so this column says nothing of plots.`
  if (finding.kind === 'factor') {
    const text = FACTOR_TEXTS.find(([factor]) => factor === finding.factor)?.[1] ?? ''
    return `${text} With that taken out, the root mean square difference is ${withUnit(finding.scaled.rmse, unit)}.`
  }
  if (finding.kind === 'shifted')
    return `They differ by nearly the same in every plot: ${withUnit(finding.by, unit)} on average.`
  if (finding.kind === 'unrelated')
    return 'They have little in common. Look whether these ids are those of the same plots, and whether the date and the trait are right.'
  const r = agreement.r
  if (r === null) return 'Too few plots, or too little spread, to say how they go together.'
  return r > 0.95
    ? 'They put plots in nearly the same order, but the numbers differ.'
    : r < -0.95
      ? 'They put plots in the opposite order.'
      : 'They go together only in part.'
}

const withUnit = (value: number, unit: string): string =>
  `${valueText(value, unit === '%' ? '1' : unit)} ${unitText(unit)}`.trim()

/** Why numbers of the same name may differ, as far as the settings of the measurement tell. Nothing where they are the same. */
export function reasonsOf(
  { finding }: ColumnComparison,
  { trait, scope, stat }: WholeMatch,
  { bufferMetres, mask, measured }: Pick<Measurement, 'bufferMetres' | 'mask' | 'measured'>,
): string[] {
  if (!finding || finding.kind === 'same' || finding.kind === 'constant') return []
  const isCover = trait === 'canopyCover'
  const dependsOnMask = isCover || scope === 'veg'
  const hasPlants = measured.some((one) => one.trait === trait && one.scopes.includes('veg'))
  return [
    bufferMetres > AS_FIELDIMAGER.bufferMetres &&
      `Edges: ${bufferMetres} m at the edges of plots are left out here. FIELDimageR takes whole plots.`,
    dependsOnMask &&
      mask.method !== AS_FIELDIMAGER.mask.method &&
      `Plants: here ${MASK_NAMES[mask.method].toLowerCase()}. The mask HUE of FIELDimageR is ‘more green than red’.`,
    dependsOnMask &&
      mask.isCleaned &&
      'Fragments: single pixels of plants, and glare, are taken out here before plants are counted. FIELDimageR keeps them.',
    !dependsOnMask &&
      hasPlants &&
      'Soil: this compares all pixels. After a mask of soil, other tools have values of plants only; compare with ‘Plants only’, too.',
    !isCover &&
      stat === 'mean' &&
      'Means: here the mean of the index of each pixel. Some tools compute the index of mean colours, which differs where soil and plants mix.',
    'Pixels at the edge: here each counts by its share in the plot. Some tools count those whose middle lies inside, whole.',
    'Maps: an orthomosaic that was made again, made smaller or saved with losses has other colours.',
  ].filter((text) => text !== false)
}

/** Whether a measurement was made the way FIELDimageR does. */
export const isAsFieldimager = ({ bufferMetres, mask }: Pick<Measurement, 'bufferMetres' | 'mask'>): boolean =>
  bufferMetres === AS_FIELDIMAGER.bufferMetres && mask.method === AS_FIELDIMAGER.mask.method && !mask.isCleaned
