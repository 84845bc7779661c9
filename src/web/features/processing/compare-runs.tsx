import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { RunItem } from '#contract/processing.ts'
import { useMaps } from '#web/lib/raster-map/use-maps.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { type ComparedMaps, comparedMaps, comparedRuns, figuresOf, runName } from './run-figures.ts'

type CompareRunsProps = {
  analysisRequestId: string
  runs: readonly RunItem[]
  /** The map of this request with its products, to which what is shown is added. */
  mapPath: string
}

/** Two runs of a request: their maps beside a divider, and their figures beside each other; nothing while there is only one. */
export function CompareRuns({ analysisRequestId, runs, mapPath }: CompareRunsProps) {
  const titleId = useId()
  const compared = comparedRuns(runs)
  const [chosen, choose] = useState<{ left?: string; right?: string }>({})
  const { data: maps } = useMaps({ analysisRequestId, withProducts: 'true' })
  const find = (runId: string | undefined) => compared.find((run) => run.runId === runId)
  const right = find(chosen.right) ?? compared[0]
  const left = find(chosen.left) ?? compared.find((run) => run !== right)
  if (!left || !right || compared.length < 2) return null
  const pairs = comparedMaps({ left, right, maps: maps ?? [] })
  const options = compared.map((run) => ({ value: run.runId, label: runName(run) }))
  return (
    <section aria-labelledby={titleId} className="@container flex flex-col gap-4">
      <h3 id={titleId} className="text-sm font-semibold">
        Compare two runs
      </h3>
      <div className="grid gap-4 @lg:grid-cols-2">
        <Select
          label="Left"
          value={left.runId}
          options={options}
          onChange={({ target }) => choose({ ...chosen, left: target.value })}
        />
        <Select
          label="Right"
          value={right.runId}
          options={options}
          onChange={({ target }) => choose({ ...chosen, right: target.value })}
        />
      </div>
      {left === right ? (
        <p className="text-sm text-muted">Choose two different runs.</p>
      ) : (
        <>
          <OpenPairs pairs={pairs} mapPath={mapPath} />
          <Figures left={left} right={right} />
        </>
      )}
    </section>
  )
}

function OpenPairs({ pairs, mapPath }: { pairs: readonly ComparedMaps[]; mapPath: string }) {
  if (pairs.length === 0)
    return <p className="text-sm text-muted">These runs have no maps of the same kind that are ready to be shown.</p>
  return (
    <p className="flex flex-wrap gap-2">
      {pairs.map(({ kind, address }) => (
        <Link
          key={kind}
          to={`${mapPath}&${address}`}
          className={buttonClasses({ variant: 'secondary', size: 'small' })}
        >
          {kind === 'elevation' ? 'Compare elevation on the map' : 'Compare orthomosaics on the map'}
        </Link>
      ))}
    </p>
  )
}

const Figures = ({ left, right }: { left: RunItem; right: RunItem }) => (
  <div className="overflow-x-auto">
    <table className="w-full min-w-80 table-fixed text-sm">
      <caption className="sr-only">Quality of the two runs</caption>
      <thead className="text-left text-xs text-muted">
        <tr>
          <th scope="col" className="w-[28%]">
            <span className="sr-only">Figure</span>
          </th>
          {[left, right].map((run) => (
            <th key={run.runId} scope="col" className="py-1 pl-4 text-right font-semibold">
              {runName(run)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {figuresOf(left).map(({ label, value }, at) => (
          <tr key={label} className="border-t border-line align-top">
            <th scope="row" className="py-1.5 text-left font-normal text-muted">
              {label}
            </th>
            {[value, figuresOf(right)[at]?.value ?? null].map((text, side) => (
              // oxlint-disable-next-line react/no-array-index-key -- left and right
              <td key={side} className="py-1.5 pl-4 text-right wrap-anywhere tabular-nums">
                {text ?? <span className="text-muted">Unknown</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
