import { genotypesOf } from '#imagery/traits/derived/trial-design.ts'
import { useView } from '#web/lib/view.ts'
import { useSeries } from '../analysis/use-series.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { GenotypePage } from './genotype-page.tsx'
import { GenotypesOverview } from './genotypes-overview.tsx'

/** The genotypes of a trait on a date, or one of them over the season. */
export function GenotypesTab(workspace: Workspace) {
  const [view] = useView()
  const trait = useSeries(workspace)
  const genotypes = genotypesOf(trait.plots)
  if (genotypes.length === 0)
    return (
      <p className="text-sm text-muted">
        The plots have no genotypes. Import plots that name them, and measure again, to compare genotypes here.
      </p>
    )
  const chosen = genotypes.find((name) => name === view.get('genotype'))
  if (chosen !== undefined) return <GenotypePage key={chosen} genotype={chosen} workspace={workspace} trait={trait} />
  return <GenotypesOverview workspace={workspace} trait={trait} />
}
