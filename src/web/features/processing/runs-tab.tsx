import { useEffect, useRef } from 'react'
import type { RunItem } from '#contract/processing.ts'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { useMaps } from '#web/lib/raster-map/use-maps.ts'
import { useView } from '#web/lib/view.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { TableHeads } from '#web/ui/list/table-heads.tsx'
import { type ComparedMaps, comparedMaps, comparedRuns, figuresOf, runName } from './run-figures.ts'
import { FigureName, FigureValue } from './run-quality.tsx'
import { useRuns } from './run-queries.ts'

/** Two runs of a request beside their maps: the same figures of both. */
export function RunsTab({ analysisRequestId }: { analysisRequestId: string }) {
  const query = useRuns(analysisRequestId)
  if (query.data) return <TwoRuns {...{ analysisRequestId }} runs={comparedRuns(query.data)} />
  if (!query.error) return <Skeleton className="h-40 w-full" />
  return <QueryFailed title="Failed to load processing" query={query} />
}

type TwoRunsProps = { analysisRequestId: string; runs: readonly RunItem[] }

function TwoRuns({ analysisRequestId, runs }: TwoRunsProps) {
  const [view, show] = useView()
  const { data: maps } = useMaps({ analysisRequestId, withProducts: 'true' })
  const find = (name: string) => runs.find(({ runId }) => runId === view.get(name))
  const right = find('right') ?? runs[0]
  const left = find('left') ?? runs.find((run) => run !== right)
  const pairs = left && right && left !== right ? comparedMaps({ left, right, maps: maps ?? [] }) : []
  useFirstPair(pairs[0]?.shown)
  if (!left || !right) return <p className="text-muted">There is no second run to compare with.</p>
  const options = runs.map((run) => ({ value: run.runId, label: runName(run) }))
  const shownKind = pairs.find(({ shown }) => shown.maps === view.get('maps'))?.kind
  /** With the maps of the other run in the place of those that are shown. */
  const compare = (change: { left: string } | { right: string }) => {
    const of = { left: left.runId, right: right.runId, ...change }
    const [one, other] = [of.left, of.right].map((id) => runs.find(({ runId }) => runId === id))
    const next = one && other && one !== other ? comparedMaps({ left: one, right: other, maps: maps ?? [] }) : []
    show({ ...of, ...(next.find((pair) => pair.kind === shownKind) ?? next[0])?.shown })
  }
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <Select
          label="Left"
          value={left.runId}
          options={options}
          onChange={({ target }) => compare({ left: target.value })}
        />
        <Select
          label="Right"
          value={right.runId}
          options={options}
          onChange={({ target }) => compare({ right: target.value })}
        />
        {pairs.map(({ kind, shown }) => (
          <Button key={kind} variant="secondary" size="small" onClick={() => show(shown)}>
            {kind === 'elevation' ? 'Show elevation' : 'Show orthomosaics'}
          </Button>
        ))}
      </div>
      {left === right ? (
        <p className="text-muted">Choose two different runs.</p>
      ) : (
        <>
          {maps && pairs.length === 0 && (
            <p className="text-muted">These runs have no maps of the same kind that are ready to be shown.</p>
          )}
          <Figures left={left} right={right} />
        </>
      )}
    </>
  )
}

/** Opened before the maps of both runs were ready, the page shows them once they are. What a person has chosen stays. */
function useFirstPair(shown: ComparedMaps['shown'] | undefined): void {
  const [view, show] = useView()
  const isChosen = view.get('maps') !== null
  const isDone = useRef(false)
  useEffect(() => {
    if (!shown || isDone.current) return
    isDone.current = true
    if (!isChosen) show(shown, { replace: true })
  }, [shown, isChosen, show])
}

const Figures = ({ left, right }: { left: RunItem; right: RunItem }) => (
  <table className="w-full min-w-120 table-fixed">
    <caption className="sr-only">Quality of the two runs</caption>
    <TableHeads titles={['Figure', runName(left), runName(right), 'Target']} className="py-1 pr-4 font-semibold" />
    <tbody>
      {figuresOf(left).map((figure, at) => (
        <tr key={figure.label} className="border-t border-line align-top">
          <FigureName {...figure} />
          {[figure, figuresOf(right)[at] ?? figure].map((one, side) => (
            // oxlint-disable-next-line react/no-array-index-key -- left and right
            <td key={side} className="py-1.5 pr-4">
              <FigureValue {...one} />
            </td>
          ))}
          <td className="py-1.5 text-muted">{figure.target}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
