import { displayName } from '#domain/display-names.ts'
import { counted } from '#domain/units.ts'
import { Button } from '#web/ui/button.tsx'
import type { Group } from './groups.ts'
import type { Folded } from './use-folded.ts'

type RowsShownProps = {
  /** Plots that the filters let through. */
  count: number
  of: number
  groups: readonly Group[] | undefined
  folded: Folded
  /** What of the filter can't be read. */
  problems: readonly string[]
}

/** How many plots and genotypes there are, and whether genotypes show their plots. */
export const RowsShown = ({ count, of, groups, folded, problems }: RowsShownProps) => (
  <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
    <output className="tabular-nums">
      {count.toLocaleString('en')} of {of.toLocaleString('en')} plots
      {groups && ` under ${counted(groups.length, 'genotype')}, with the means of the plots that are shown`}
      {problems.length > 0 && <span className="ml-3 text-danger">{problems.map(displayName).join(' ')}</span>}
    </output>
    {groups && (
      <Button size="small" variant="quiet" className="-ml-3" onClick={() => folded.foldAll(!folded.areAll)}>
        {folded.areAll ? 'Show plots' : 'Show genotypes only'}
      </Button>
    )}
  </div>
)
