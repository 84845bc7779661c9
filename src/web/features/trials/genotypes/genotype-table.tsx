import type { ReactNode } from 'react'
import { unitOfDifferences } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import type { GenotypeRow } from '#imagery/traits/derived/compare-genotypes.ts'
import { figureColumn } from '../analysis/figure-columns.ts'
import { FigureFile } from '../analysis/figure-file.tsx'
import { type FigureColumn, FigureTable, figureValue } from '../analysis/figure-table.tsx'
import { headingText, valueText } from '../messages.ts'
import { type Method, methodOf } from './method-text.ts'

type GenotypeTableProps = Method & {
  label: string
  unit: string
  hasAdjusted: boolean
  /** Whether there are BLUPs. */
  hasEffects: boolean
  fileName: string
  /** A further file. */
  workbook: ReactNode
  onChoose: (genotype: string) => void
  onPoint: (genotype: string | null) => void
}

/** A row for each genotype. */
export function GenotypeTable(props: GenotypeTableProps) {
  const { label, comparison, fileName, workbook, onChoose, onPoint } = props
  const columns = columnsOf(props)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p className="max-w-prose text-sm text-muted">{methodOf(props)}</p>
        <span className="flex flex-wrap items-center gap-x-3">
          {workbook}
          <FigureFile what="the genotypes" {...{ fileName, columns }} rows={comparison.rows} />
        </span>
      </div>
      <FigureTable
        label={label}
        orderBy="by"
        columns={columns}
        rows={comparison.rows}
        idOf={({ genotype }) => genotype}
        onChoose={onChoose}
        onPoint={onPoint}
      />
    </div>
  )
}

function columnsOf({
  unit,
  isAdjusted,
  hasAdjusted,
  hasEffects,
  rate,
  check,
  comparison,
}: GenotypeTableProps): FigureColumn<GenotypeRow>[] {
  type Of = (row: GenotypeRow) => number | null
  const figure = (id: string, title: string, of: Of): FigureColumn<GenotypeRow> => ({
    id,
    title,
    value: (row) => figureValue(of(row), unit),
    text: (row) => valueText(of(row), unit),
  })
  const apart = unitOfDifferences(unit)
  const difference = (id: string, title: string, of: Of) => figureColumn(id, title, { unit: apart, of })
  const { rows, errorDf } = comparison
  const isCompared = check !== null && errorDf !== null
  const columns: (FigureColumn<GenotypeRow> | false)[] = [
    {
      id: 'genotype',
      title: 'Genotype',
      isText: true,
      value: ({ genotype }) => genotype,
      text: ({ genotype }) => displayName(genotype),
    },
    rows.some(({ isCheck }) => isCheck) && {
      id: 'check',
      title: 'Type',
      isText: true,
      value: ({ isCheck }) => (isCheck ? 'check' : 'test'),
    },
    { id: 'plots', title: 'Plots', value: ({ plots }) => plots },
    figure('mean', headingText('Mean', unit), ({ mean }) => mean),
    errorDf !== null && difference('meanError', 'Standard error', ({ standardError }) => standardError),
    hasEffects &&
      rows.some(({ effect }) => effect !== null) &&
      difference('effect', 'BLUP, from the mean of all', ({ effect }) => effect),
    hasAdjusted && figure('adjusted', headingText('Adjusted mean', unit), ({ adjusted }) => adjusted?.mean ?? null),
    hasAdjusted && difference('error', 'Its standard error', ({ adjusted }) => adjusted?.standardError ?? null),
    { id: 'rank', title: isAdjusted ? 'Rank of adjusted means' : 'Rank', value: ({ rank }) => rank },
    isCompared &&
      difference('difference', `Difference to ${displayName(check)}`, (row) => row.difference?.difference ?? null),
    isCompared &&
      difference(
        'limit',
        rate === 'each' ? 'LSD, 5 %' : 'Dunnett’s limit, 5 %',
        (row) => row.difference?.limit ?? null,
      ),
    isCompared && {
      id: 'differs',
      title: 'Differs',
      isText: true,
      value: (row) => row.difference && (row.difference.isSignificant ? 'yes' : 'no'),
    },
    rows.some(({ letters }) => letters !== null) && {
      id: 'letters',
      title: 'Letters',
      isText: true,
      value: ({ letters }) => letters,
    },
  ]
  return columns.filter((column) => column !== false)
}
