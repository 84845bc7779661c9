import { unitOfDifferences } from '#domain/dates.ts'
import type { Comparison } from '#imagery/traits/derived/compare-genotypes.ts'
import type { Repeatability } from '#imagery/traits/derived/repeatability.ts'
import { figureText } from '../messages.ts'
import { onDate } from '../workspace/days.ts'

type VarianceFiguresProps = { comparison: Comparison; unit: string; date: string }

/** What the differences and the heritability on a date are made of. */
export function VarianceFigures({ comparison: { pairs, repeatability }, unit, date }: VarianceFiguresProps) {
  const apart = unitOfDifferences(unit)
  const figures = [
    ...(pairs
      ? [
          ['Mean standard error of a difference', figureText(pairs.sed, apart)],
          ['LSD, 5 %', figureText(pairs.lsd, apart)],
          ['HSD, 5 % (Tukey)', figureText(pairs.hsd, apart)],
        ]
      : []),
    ...(typeof repeatability === 'string' ? [] : heritabilities(repeatability)),
  ]
  if (figures.length === 0) return null
  return (
    <section aria-label={`Variances${onDate(date)}`} className="flex flex-col gap-2">
      <h3 className="font-semibold">Variances{onDate(date)}</h3>
      <dl className="grid gap-x-8 gap-y-1 text-sm sm:grid-cols-2 xl:grid-cols-3">
        {figures.map(([name, text]) => (
          <div key={name} className="flex justify-between gap-4 border-b border-line py-1">
            <dt className="text-muted">{name}</dt>
            <dd className="text-right whitespace-nowrap tabular-nums">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function heritabilities({ variances, fitted, replicates, ofMeans, piepho, cullis }: Repeatability): [string, string][] {
  return [
    ['Variance of genotypes', variances.genotype.toPrecision(4)],
    ...(fitted.blocks > 0
      ? [['Variance of incomplete blocks', variances.block.toPrecision(4)] as [string, string]]
      : []),
    ['Variance of the error', variances.error.toPrecision(4)],
    ['Plots of a genotype (harmonic mean)', replicates.toFixed(2)],
    ['H² of means', ofMeans.toFixed(3)],
    ['H² of differences (Piepho and Möhring)', piepho?.toFixed(3) ?? '–'],
    ['H² of BLUPs (Cullis)', cullis?.toFixed(3) ?? '–'],
  ]
}
