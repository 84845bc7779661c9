import { useMemo } from 'react'
import { useView } from '#web/lib/view.ts'
import { plotFactsOf } from '../analysis/plot-facts.ts'
import type { Excluded } from '../analysis/use-excluded.ts'
import type { PlotOutline } from '../workspace/plot-geometry.ts'
import { filterPlots } from './filter-plots.ts'
import { groupsOf, rowsOf, sortedGroups } from './rows/groups.ts'
import { useFolded } from './rows/use-folded.ts'
import { type Sort, sorted, type TableColumn } from './table-model.ts'
import { withWarnings } from './warnings.ts'

/** In the address `genotype` is up, `-genotype` down. */
export const sortIn = (text: string | null): Sort | null =>
  text ? { id: text.replace(/^-/, ''), isDown: text.startsWith('-') } : null

type Of = { plots: readonly PlotOutline[]; columns: readonly TableColumn[]; excluded: Excluded }

/** The rows that the filters let through, in the order of the address. */
export function useTableRows({ plots, columns, excluded }: Of) {
  const [view] = useView()
  const [words, by, warnings] = [view.get('filter') ?? '', view.get('sort'), view.get('warnings')]
  const isGrouped = view.get('rows') === 'genotypes' && plots.some(({ attributes }) => attributes.genotype)
  const folded = useFolded()
  const { order, groups, problems } = useMemo(() => {
    const sort = sortIn(by)
    const { places: named, problems: unread } = filterPlots({ plots, columns }, words)
    const places = warnings === null ? named : withWarnings(named, columns, warnings)
    const column = columns.find(({ id }) => id === sort?.id)
    const cells = sort?.id === 'plot' ? plots.map(({ plotId }) => plotId) : column?.cells
    const facts = plotFactsOf(plots)
    const isCheck = (at: number) => facts[at]?.isCheck ?? false
    const inOrder = sorted(places, cells, { isDown: sort?.isDown ?? false, isCheck })
    return {
      order: inOrder,
      problems: unread,
      groups: isGrouped
        ? sortedGroups(groupsOf(inOrder, plots), { sort, column, isCheck }, { plots, excluded })
        : undefined,
    }
  }, [plots, columns, excluded, words, by, warnings, isGrouped])
  return {
    /** What of the filter can't be read. */
    problems,
    /** The plots in all rows, folded or not. */
    count: order.length,
    groups,
    rows: groups ? rowsOf(groups, folded.isFolded) : order,
    folded,
  }
}
