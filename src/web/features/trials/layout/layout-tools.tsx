import { Redo2, Undo2 } from 'lucide-react'
import { type LaidOutPlot, sizesOf } from '#imagery/plots/layout.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { type Draft, isPlaced } from './draft.ts'

type LayoutToolsProps = {
  draft: Draft
  plots: readonly LaidOutPlot[]
  undo: (() => void) | undefined
  redo: (() => void) | undefined
}

const CLICKS = [
  'Click the first corner of the block.',
  'Click the second corner. This side is the first row, with its columns. The next rows lie to its left.',
  'Click the third corner, behind the second one.',
  'Click the fourth corner.',
] as const

/** Undo and Redo, and what to do next. */
export const LayoutTools = ({ draft, plots, undo, redo }: LayoutToolsProps) => (
  // As high as its longest text, so that the map stays where it is between two clicks.
  <div className="flex min-h-18 min-w-0 items-center gap-1 @3xl:min-h-12">
    <IconButton icon={Undo2} label="Undo (Ctrl+Z)" disabled={!undo} onClick={undo} />
    <IconButton icon={Redo2} label="Redo (Ctrl+Shift+Z)" disabled={!redo} onClick={redo} />
    <output className="min-w-0 text-sm">
      {isPlaced(draft)
        ? plots.length > 0 && <Sizes plots={plots} buffer={draft.buffer} />
        : CLICKS[draft.corners.length]}
    </output>
  </div>
)

function Sizes({ plots, buffer }: { plots: readonly LaidOutPlot[]; buffer: Draft['buffer'] }) {
  const { width, length, area, kept } = sizesOf(plots, buffer)
  return (
    <span className="tabular-nums">
      <span className="font-semibold">
        {plots.length.toLocaleString('en')} {plots.length === 1 ? 'plot' : 'plots'} of {length.toFixed(2)} ×{' '}
        {width.toFixed(2)} m
      </span>
      , {area.toFixed(2)} m² each
      {(buffer.ends > 0 || buffer.sides > 0) &&
        `; ${kept.toFixed(2)} m² (${((100 * kept) / area).toFixed(0)} %) without the buffer`}
    </span>
  )
}
