import { useRef, useState } from 'react'
import { dialogStack } from '#web/ui/overlay/dialog-stack.ts'
import { useKeyDown } from '#web/ui/shortcuts.ts'

type Change = { undo: () => Promise<void>; redo: () => Promise<void> }
type History = { done: readonly Change[]; undone: readonly Change[] }

const STEPS_MAX = 50

/** Takes changes back, and makes them again; also by Ctrl+Z and Ctrl+Y. What comes while one is running waits for its turn. */
export function useUndo() {
  const [shown, setShown] = useState<History>({ done: [], undone: [] })
  const [error, setError] = useState<unknown>(null)
  const history = useRef(shown)
  const running = useRef<Promise<unknown>>(Promise.resolve())
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = running.current.then(work)
    running.current = mine.catch(() => undefined)
    return mine
  }
  const keep = (next: History): void => {
    history.current = next
    setShown(next)
  }
  const step = async (way: keyof Change): Promise<void> => {
    const { done, undone } = history.current
    const change = way === 'undo' ? done.at(-1) : undone.at(-1)
    if (!change) return
    setError(null)
    await change[way]()
    keep(
      way === 'undo'
        ? { done: done.slice(0, -1), undone: [...undone, change] }
        : { done: [...done, change], undone: undone.slice(0, -1) },
    )
  }
  const undo = () => void inTurn(() => step('undo')).catch(setError)
  const redo = () => void inTurn(() => step('redo')).catch(setError)
  useUndoKeys(undo, redo)
  return {
    canUndo: shown.done.length > 0,
    canRedo: shown.undone.length > 0,
    error,
    undo,
    redo,
    /** Makes a change. It resolves to how it is taken back and made again. */
    make: (change: () => Promise<Change>): Promise<void> =>
      inTurn(async () => {
        const made = await change()
        keep({ done: [...history.current.done, made].slice(-STEPS_MAX), undone: [] })
      }),
  }
}

/** Where text is typed, the keys take back what was typed. */
function useUndoKeys(undo: () => void, redo: () => void): void {
  useKeyDown((event) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event
    const letter = key.toLowerCase()
    if (!(ctrlKey || metaKey) || altKey || (letter !== 'z' && letter !== 'y') || dialogStack.top()) return
    if (target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select')) return
    event.preventDefault()
    if (letter === 'y' || shiftKey) redo()
    else undo()
  })
}
