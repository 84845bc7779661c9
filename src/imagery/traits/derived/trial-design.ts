// What the design of a trial says of its plots, for all statistics of genotypes.
import { naturalOrder } from '#domain/natural-order.ts'
import type { Plot } from '#domain/trials.ts'
import type { FieldPlot } from './spatial-design.ts'

export type DesignPlot = {
  genotype: string | null
  treatment: string | undefined
  /** A replicate: a complete block. */
  replicate: string | undefined
  /** An incomplete block inside of it. */
  block: string | undefined
  row: number | null
  column: number | null
  isCheck: boolean
}

export const isCheckType = (entryType: string | undefined): boolean => /^check/i.test(entryType?.trim() ?? '')

/** Where no plot names a replicate, blocks are the replicates. */
export function designOfPlots(plots: readonly Pick<Plot, 'attributes'>[]): DesignPlot[] {
  const hasReplicates = plots.some(({ attributes }) => attributes.rep !== undefined)
  return plots.map(({ attributes: { genotype, treatment, rep, block, row, column, entryType } }) => ({
    genotype: genotype ?? null,
    treatment,
    replicate: hasReplicates ? rep : block,
    block: hasReplicates ? block : undefined,
    row: numberOf(row),
    column: numberOf(column),
    isCheck: isCheckType(entryType),
  }))
}

function numberOf(text: string | undefined): number | null {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : null
}

export type ModelChoice = {
  /** All with their effect fitted, each genotype in each treatment by itself, or one of them. */
  treatments: 'all' | 'each' | { only: string }
  /** Whether effects of replicates and blocks are fitted, as in a trial that was laid out in them. */
  hasBlocks: boolean
}

/** The plots as a model takes them: those of other treatments have no genotype. */
export const chosenPlots = <Known extends DesignPlot>(
  plots: readonly Known[],
  { treatments, hasBlocks }: ModelChoice,
): Known[] =>
  plots.map((plot) => ({
    ...plot,
    genotype: nameIn(plot, treatments),
    ...(treatments !== 'all' && { treatment: undefined }),
    ...(!hasBlocks && { replicate: undefined, block: undefined }),
  }))

function nameIn({ genotype, treatment }: DesignPlot, treatments: ModelChoice['treatments']): string | null {
  if (typeof treatments === 'object') return treatment === treatments.only ? genotype : null
  return genotype === null || treatment === undefined || treatments === 'all' ? genotype : `${genotype}, ${treatment}`
}

/** A plot with a value. */
export type PlotValue = {
  genotype: string
  value: number
  treatment?: string | undefined
  replicate?: string | undefined
  block?: string | undefined
}

/** Of plots that have a genotype and a finite value. */
export const plotValuesOf = (plots: readonly DesignPlot[], values: ArrayLike<number | null>): PlotValue[] =>
  plots.flatMap(({ genotype, treatment, replicate, block }, at): PlotValue[] => {
    const value = values[at] ?? Number.NaN
    return genotype === null || !Number.isFinite(value) ? [] : [{ genotype, value, treatment, replicate, block }]
  })

/** Of the plots that have a genotype, a row and a column, whatever their values. */
export const fieldPlotsOf = (plots: readonly DesignPlot[], values: ArrayLike<number | null>): FieldPlot[] =>
  plots.flatMap(({ genotype, treatment, row, column }, at) =>
    genotype === null || row === null || column === null
      ? []
      : [{ genotype, treatment, row, column, value: values[at] ?? Number.NaN }],
  )

/** Whether no two plots have the same row and column. */
export function haveOwnPlaces(plots: readonly DesignPlot[]): boolean {
  const placed = plots.filter(({ row, column }) => row !== null && column !== null)
  return new Set(placed.map(({ row, column }) => `${row} ${column}`)).size === placed.length
}

const distinct = (names: readonly string[]): string[] => [...new Set(names)].toSorted(naturalOrder)

export const genotypesOf = (plots: readonly DesignPlot[]): string[] =>
  distinct(plots.flatMap(({ genotype }) => genotype ?? []))

export const treatmentsOf = (plots: readonly DesignPlot[]): string[] =>
  distinct(plots.flatMap(({ treatment }) => treatment ?? []))

/** Those that the plots name as checks. */
export const checksOf = (plots: readonly DesignPlot[]): string[] =>
  distinct(plots.flatMap(({ isCheck, genotype }) => (isCheck && genotype !== null ? [genotype] : [])))
