import type { Comparison } from '#imagery/traits/derived/compare-genotypes.ts'
import type { ErrorRate } from '#imagery/traits/derived/differences.ts'
import { BLOCKS_MAX } from '#imagery/traits/derived/genotype-model.ts'
import type { DesignPlot } from '#imagery/traits/derived/trial-design.ts'

export type Method = {
  comparison: Comparison
  isAdjusted: boolean
  rate: ErrorRate
  check: string | null
  /** Those that are compared. */
  plots: readonly DesignPlot[]
}

/** How the means and their differences were made. */
export function methodOf({ comparison, isAdjusted, rate, check, plots }: Method): string {
  const { errorDf, isSettled } = comparison
  const texts = [
    ...modelTexts(comparison, plots),
    'Rank 1 has the greatest value.',
    errorDf !== null &&
      `${rate === 'each' ? lsdText(check) : familyText(check)} Of ${isAdjusted ? 'adjusted ' : ''}means, with ${Math.round(errorDf)} degrees of freedom.`,
    !isSettled && 'The fit has not settled; take these values with care.',
  ]
  return texts.filter(Boolean).join(' ')
}

function modelTexts({ fitted, errorDf }: Comparison, plots: readonly DesignPlot[]): (string | false)[] {
  const { treatments, replicates, blocks } = fitted
  const alike = [treatments > 1 && `${treatments} treatments`, replicates > 1 && `${replicates} replicates`].filter(
    Boolean,
  )
  const known = plots.filter(({ genotype }) => genotype !== null)
  const named = (what: 'replicate' | 'block') => known.filter((plot) => plot[what] !== undefined).length
  const isPartly = (what: 'replicate' | 'block') => named(what) > 0 && named(what) < known.length
  const blocksNamed = new Set(known.map(({ replicate, block }) => `${replicate} ${block}`)).size
  return [
    alike.length > 0 &&
      `Means are over all ${alike.join(' and ')}, also of a genotype that is missing in some: the model fills them in.`,
    blocks > 0 && `The ${blocks} incomplete blocks are random (REML).`,
    errorDf !== null && isPartly('replicate') && 'Replicates are not fitted, because some plots name none.',
    errorDf !== null && isPartly('block') && 'Blocks are not fitted, because some plots name none.',
    errorDf !== null &&
      blocks === 0 &&
      named('block') === known.length &&
      blocksNamed > BLOCKS_MAX &&
      `Blocks are not fitted, because there are more than ${BLOCKS_MAX}.`,
  ]
}

const familyText = (check: string | null): string =>
  `Genotypes that share a letter do not differ by Tukey’s test${check === null ? '' : ', and the check is compared by Dunnett’s'}: 5 % is the risk that any difference of the trial is found in error.`

const lsdText = (check: string | null): string =>
  `Genotypes that share a letter${check === null ? '' : ', or differ from the check by less than the LSD,'} do not differ by Fisher’s least significant difference: 5 % is the risk of each single comparison, so that among many genotypes some differ in error.`
