import { Redo2, Undo2 } from 'lucide-react'
import type { LaidOutPlot } from '#imagery/plots/layout.ts'
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
  'Click the second corner: columns lie side by side from the first one to it, and rows follow on its left.',
  'Click the third corner, behind the second one.',
  'Click the fourth corner.',
] as const

/** Undo and Redo, and what to do next. */
export const LayoutTools = ({ draft, plots, undo, redo }: LayoutToolsProps) => (
  <div className="flex min-w-0 items-center gap-1">
    <IconButton icon={Undo2} label="Undo (Ctrl+Z)" disabled={!undo} onClick={undo} />
    <IconButton icon={Redo2} label="Redo (Ctrl+Shift+Z)" disabled={!redo} onClick={redo} />
    <output className="min-w-0 text-sm">
      {isPlaced(draft)
        ? plots.length > 0 && `${plots.length.toLocaleString('en')} ${plots.length === 1 ? 'plot' : 'plots'}`
        : CLICKS[draft.corners.length]}
    </output>
  </div>
)
