import { useMemo, useState } from 'react'
import { displayName } from '#domain/display-names.ts'
import type { JoinedNames } from '#imagery/plot-names/join-names.ts'
import { plotPaths } from '#imagery/plots/plot-paths.ts'
import { optionsOf, Select } from '#web/ui/form/select.tsx'
import { LegendKey } from '../analysis/legend-key.tsx'
import type { PlotOutline } from '../workspace/plot-geometry.ts'

type LayoutPictureProps = { outlines: readonly PlotOutline[]; plots: JoinedNames['plots'] }

const MARGIN = 12
const SHOWN_IN_LEGEND = 12
const COLOURED_BY = { genotype: 'Genotype', rep: 'Replicate' }

/** The plots where they lie, in the colours of what they hold. */
export function LayoutPicture({ outlines, plots }: LayoutPictureProps) {
  const [by, setBy] = useState<keyof typeof COLOURED_BY>('genotype')
  const { paths, width, height } = useMemo(() => plotPaths(outlines.map(({ rings }) => rings)), [outlines])
  const words = plots.map(({ attributes }) => attributes[by])
  const kinds = [...new Set(words.filter((word) => word !== undefined))]
  const colours = new Map(kinds.map((kind, at) => [kind, hueOf(at)]))
  return (
    <figure className="m-0 flex flex-col gap-3" aria-label={`Plots in the colours of their ${by}`}>
      <Select
        label="Colours"
        inline
        value={by}
        options={optionsOf(COLOURED_BY)}
        onChange={({ target }) => setBy(target.value === 'rep' ? 'rep' : 'genotype')}
      />
      <svg
        aria-hidden
        viewBox={`${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`}
        className="max-h-80 w-full rounded-md border border-line-strong bg-sunken"
      >
        {outlines.map(({ plotId }, at) => (
          <path
            key={plotId}
            d={paths[at]}
            fill={colours.get(words[at] ?? '') ?? 'transparent'}
            fillRule="evenodd"
            vectorEffect="non-scaling-stroke"
            className="stroke-line-strong"
          >
            <title>{[plotId, words[at] ?? 'none'].map(displayName).join(': ')}</title>
          </path>
        ))}
      </svg>
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        {kinds.slice(0, SHOWN_IN_LEGEND).map((kind) => (
          <LegendKey key={kind} look="size-3 rounded-sm" background={colours.get(kind)}>
            <bdi>{displayName(kind)}</bdi>
          </LegendKey>
        ))}
        {kinds.length > SHOWN_IN_LEGEND && <span>and {kinds.length - SHOWN_IN_LEGEND} more</span>}
        {kinds.length === 0 && <span>No plot has one.</span>}
      </figcaption>
    </figure>
  )
}

/** Neighbours in the list differ in hue and in lightness. */
const hueOf = (at: number): string => `hsl(${Math.round((200 + at * 137.5) % 360)} 55% ${42 + 16 * (at % 3)}%)`
