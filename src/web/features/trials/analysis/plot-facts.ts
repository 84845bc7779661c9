import { naturalOrder } from '#domain/natural-order.ts'
import type { PlotOutline } from '../workspace/plot-geometry.ts'

/** What an analysis has to know of a plot. */
export type PlotFacts = {
  plotId: string
  genotype: string | null
  /** Its replicate; where there is none, its block. */
  block: string | undefined
  row: number | null
  column: number | null
  isCheck: boolean
}

export const plotFactsOf = (plots: readonly PlotOutline[]): PlotFacts[] =>
  plots.map(({ plotId, attributes }) => ({
    plotId,
    genotype: attributes.genotype ?? null,
    block: attributes.rep ?? attributes.block,
    row: numberOf(attributes.row),
    column: numberOf(attributes.column),
    isCheck: /^check/i.test(attributes.entryType?.trim() ?? ''),
  }))

function numberOf(text: string | undefined): number | null {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : null
}

/** Those that the plots name as checks. */
export const checksOf = (plots: readonly PlotFacts[]): string[] =>
  [...new Set(plots.flatMap(({ isCheck, genotype }) => (isCheck && genotype !== null ? [genotype] : [])))].toSorted(
    naturalOrder,
  )

/** As a legend names a check; a name that begins with this word has it once. */
export const checkLabel = (name: string): string => (/^check\b/i.test(name) ? name : `Check ${name}`)

export const genotypesOf = (plots: readonly PlotFacts[]): string[] =>
  [...new Set(plots.flatMap(({ genotype }) => (genotype === null ? [] : [genotype])))].toSorted(naturalOrder)
