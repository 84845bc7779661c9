import { dateText } from '#domain/dates.ts'
import type { Association, WhyNoAssociation } from '#imagery/traits/derived/correlations.ts'
import type { FigureColumn } from '../analysis/figure-table.tsx'
import { coefficientText } from '../messages.ts'
import { shortNameOf } from '../workspace/trait-names.ts'
import type { Trait } from '../workspace/workspace.ts'

export type AssociationRow = {
  trait: Trait
  date: string
  values: readonly (number | null)[]
  found: Association | WhyNoAssociation
}

const TEXTS: Readonly<Record<WhyNoAssociation, string>> = {
  'too few pairs': 'Fewer than 4 plots have both values',
  'all alike': 'All plots have the same value',
}
export const textOfWhy = (why: WhyNoAssociation): string => TEXTS[why]

export const associationColumns = (title: string): FigureColumn<AssociationRow>[] => [
  { id: 'trait', title: 'Trait', isText: true, value: ({ trait }) => shortNameOf(trait) },
  {
    id: 'date',
    title: 'Date',
    isText: true,
    value: ({ date }) => date,
    text: ({ date }) => <span className="whitespace-nowrap">{dateText(date)}</span>,
  },
  figure('pearson', `Pearson with ${title}`, ({ pearson }) => pearson),
  figure('low', 'From', ({ interval }) => interval[0]),
  figure('high', 'To', ({ interval }) => interval[1]),
  {
    id: 'range',
    title: '−1 to 1',
    value: ({ found }) => (typeof found === 'string' ? TEXTS[found] : Math.abs(found.pearson)),
    text: ({ found }) =>
      typeof found === 'string' ? <span className="text-muted">{TEXTS[found]}</span> : <Interval {...found} />,
  },
  figure('spearman', 'Spearman', ({ spearman }) => spearman),
  {
    id: 'n',
    title: 'Plots',
    value: ({ found }) => (typeof found === 'string' ? null : found.n),
  },
]

const figure = (id: string, title: string, of: (found: Association) => number): FigureColumn<AssociationRow> => ({
  id,
  title,
  value: ({ found }) => (typeof found === 'string' ? null : of(found)),
  text: ({ found }) => (typeof found === 'string' ? '–' : coefficientText(of(found))),
})

const [WIDTH, HEIGHT] = [120, 16]

/** The columns beside it say the same. */
function Interval({ pearson, interval: [low, high] }: Association) {
  const x = (value: number) => 2 + ((value + 1) / 2) * (WIDTH - 4)
  return (
    <svg aria-hidden width={WIDTH} height={HEIGHT} className="inline-block align-middle">
      <line x1={x(-1)} x2={x(1)} y1={HEIGHT / 2} y2={HEIGHT / 2} className="stroke-line" />
      <line x1={x(0)} x2={x(0)} y1={1} y2={HEIGHT - 1} className="stroke-line-strong" />
      <line x1={x(low)} x2={x(high)} y1={HEIGHT / 2} y2={HEIGHT / 2} strokeWidth={3} className="stroke-action" />
      <circle cx={x(pearson)} cy={HEIGHT / 2} r={4} className="fill-action" />
    </svg>
  )
}
