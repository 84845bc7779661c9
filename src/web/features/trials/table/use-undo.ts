import { useEffect, useRef, useState } from 'react'
import { dialogStack } from '#web/ui/dialog-stack.ts'

type Change = { undo: () => Promise<void>; redo: () => Promise<void> }
type History = { done: readonly Change[]; undone: readonly Change[] }

const STEPS_MAX = 50

/** Takes changes back, and makes them again; also by Ctrl+Z and Ctrl+Y. One at a time. */
export function useUndo() {
  const [{ done, undone }, setHistory] = useState<History>({ done: [], undone: [] })
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const step = async (change: Change | undefined, way: keyof Change) => {
    if (!change || isRunning) return
    setRunning(true)
    setError(null)
    try {
      await change[way]()
      setHistory((before) =>
        way === 'undo'
          ? { done: before.done.slice(0, -1), undone: [...before.undone, change] }
          : { done: [...before.done, change], undone: before.undone.slice(0, -1) },
      )
    } catch (problem) {
      setError(problem)
    } finally {
      setRunning(false)
    }
  }
  const undo = () => void step(done.at(-1), 'undo')
  const redo = () => void step(undone.at(-1), 'redo')
  useUndoKeys(undo, redo)
  return {
    canUndo: done.length > 0 && !isRunning,
    canRedo: undone.length > 0 && !isRunning,
    error,
    undo,
    redo,
    /** A change that was just made. */
    add: (change: Change) => setHistory((before) => ({ done: [...before.done, change].slice(-STEPS_MAX), undone: [] })),
  }
}

/** Where text is typed, the keys take back what was typed. */
function useUndoKeys(undo: () => void, redo: () => void): void {
  const latest = useRef({ undo, redo })
  useEffect(() => {
    latest.current = { undo, redo }
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event
      const letter = key.toLowerCase()
      if (!(ctrlKey || metaKey) || altKey || (letter !== 'z' && letter !== 'y') || dialogStack.top()) return
      if (target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select')) return
      event.preventDefault()
      if (letter === 'y' || shiftKey) latest.current.redo()
      else latest.current.undo()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
