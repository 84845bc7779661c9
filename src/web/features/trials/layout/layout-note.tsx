import { counted } from '#domain/units.ts'
import { type LaidOutPlot, sizesOf } from '#imagery/plots/layout.ts'
import { type Draft, isPlaced } from './draft.ts'

const CLICKS = {
  2: [
    'Click where the first row begins.',
    'Click in the direction of the first row. It will be as long as its columns.',
    'Click on the side where the plots lie.',
  ],
  more: [
    'Click the first corner of the block.',
    'Click the second corner. This side is the first row, with its columns.',
    'Click the third corner, behind the second one.',
    'Click the fourth corner.',
  ],
} as const

/** On the map: what to click next, then how large plots are, or what is wrong with them. */
export const LayoutNote = ({ draft, plots, problem }: LayoutNoteProps) => (
  <output className="pointer-events-none absolute top-2 left-2 z-10 max-w-[calc(100%-4rem)] rounded-md border border-line bg-card px-2.5 py-1.5 empty:hidden">
    {problem !== undefined ? (
      <span role="alert" className="text-danger">
        {problem}
      </span>
    ) : isPlaced(draft) ? (
      plots.length > 0 && <Sizes plots={plots} buffer={draft.buffer} />
    ) : (
      CLICKS[draft.cornersWanted === 2 ? 2 : 'more'][draft.corners.length]
    )}
  </output>
)

type LayoutNoteProps = { draft: Draft; plots: readonly LaidOutPlot[]; problem: string | undefined }

function Sizes({ plots, buffer }: { plots: readonly LaidOutPlot[]; buffer: Draft['buffer'] }) {
  const { width, length, area, kept } = sizesOf(plots, buffer)
  return (
    <span className="tabular-nums">
      <span className="font-semibold">
        {counted(plots.length, 'plot')} of {length.toFixed(2)} × {width.toFixed(2)} m
      </span>
      , {area.toFixed(2)} m² each
      {(buffer.ends > 0 || buffer.sides > 0) &&
        `; ${kept.toFixed(2)} m² (${((100 * kept) / area).toFixed(0)} %) without the buffer`}
    </span>
  )
}
