import { ArrowLeftRight, ArrowUpDown, Replace, Waypoints } from 'lucide-react'
import type { Turns } from '#imagery/plot-names/join-names.ts'
import { Button } from '#web/ui/button.tsx'

const BUTTONS = [
  { turn: 'flipsRows', label: 'Flip rows', icon: ArrowUpDown },
  { turn: 'flipsColumns', label: 'Flip columns', icon: ArrowLeftRight },
  { turn: 'isSwapped', label: 'Swap rows and columns', icon: Replace },
  { turn: 'isSerpentine', label: 'Serpentine', icon: Waypoints },
] as const

/** How the table lies on the field. Programs use row, range and column in contradictory ways. */
export const TurnButtons = ({ turns, onTurn }: { turns: Turns; onTurn: (turns: Turns) => void }) => (
  <fieldset className="flex flex-wrap gap-2">
    <legend className="mb-1.5 text-sm font-medium">Rows and columns of the table</legend>
    {BUTTONS.map(({ turn, label, icon: Icon }) => (
      <Button
        key={turn}
        size="small"
        variant={turns[turn] ? 'primary' : 'secondary'}
        aria-pressed={turns[turn]}
        onClick={() => onTurn({ ...turns, [turn]: !turns[turn] })}
      >
        <Icon aria-hidden className="size-4" />
        {label}
      </Button>
    ))}
  </fieldset>
)
