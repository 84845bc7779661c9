import type { KeyboardEvent } from 'react'
import type { Position } from '#imagery/plots/polygon.ts'
import { dialogStack } from '#web/ui/overlay/dialog-stack.ts'
import { useKeyDown } from '#web/ui/shortcuts.ts'
import { type Choosing, moveGrip } from './grips.ts'
import type { Editing } from './use-draft.ts'

type LayoutKeys = Choosing &
  Pick<Editing, 'onChange'> & { undo: (() => void) | undefined; redo: (() => void) | undefined }

const ARROWS: Readonly<Record<string, Position>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}
const STEP_METRES = 0.05
const LONG_STEP_METRES = 0.5

/** Undo and Redo anywhere but in fields, which have their own; the answer is for keys on the map. */
export function useLayoutKeys({ chosen, onChoose, onChange, undo, redo }: LayoutKeys) {
  useKeyDown((event) => {
    const isUndoKey = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'z'
    if (!isUndoKey || isTyping(event.target) || dialogStack.top()) return
    event.preventDefault()
    if (event.shiftKey) redo?.()
    else undo?.()
  })
  return (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key]
    if (!chosen || event.ctrlKey || event.metaKey || event.altKey || isButton(event.target)) return
    if (event.key === 'Escape') onChoose(null)
    if (!arrow) return
    // The map would move, too.
    event.preventDefault()
    event.stopPropagation()
    const metres = event.shiftKey ? LONG_STEP_METRES : STEP_METRES
    onChange((draft) => moveGrip(draft, chosen, [arrow[0] * metres, arrow[1] * metres]), `arrows ${chosen}`)
  }
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea')

const isButton = (target: EventTarget): boolean => target instanceof HTMLElement && target.matches('button')
