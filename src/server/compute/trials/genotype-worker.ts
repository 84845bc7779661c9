import type { GenotypeRow } from '#imagery/traits/derived/compare-genotypes.ts'
import { genotypesByChoice } from '#imagery/traits/derived/genotypes-by-choice.ts'
import { DEFAULT_CHOICE } from '#imagery/traits/derived/model-choice.ts'
import type { DesignPlot } from '#imagery/traits/derived/trial-design.ts'
import { defineThreadWork } from '../thread-work.ts'

export type ComparedGenotypes = { rows: GenotypeRow[]; note: string | undefined }
type Wanted = {
  plots: readonly DesignPlot[]
  /** Values of the plots, and which means of them are compared. */
  series: { values: readonly (number | null)[]; isAdjusted: boolean }[]
}

/** The genotypes of each series by the default model. */
export const work = defineThreadWork(({ plots, series }: Wanted): ComparedGenotypes[] =>
  series.map(({ values, isAdjusted }) => {
    const choice = { ...DEFAULT_CHOICE, isAdjusted }
    const { comparison, note } = genotypesByChoice(plots, choice, { hasPlaces: isAdjusted })(values)
    return { rows: comparison.rows, note }
  }),
)
