/** States that a person can go back to. */
export type History<State> = {
  past: readonly State[]
  present: State
  future: readonly State[]
  /** Of the last change. Changes with the same tag are one step: those of a drag, or letter by letter in one field. */
  tag: string | null
}

const STEPS_MAX = 200

export const beginHistory = <State>(present: State): History<State> => ({ past: [], present, future: [], tag: null })

export function changeTo<State>(history: History<State>, next: State, tag: string | null): History<State> {
  const { past, present } = history
  if (next === present) return history
  const isSameStep = tag !== null && tag === history.tag
  return { past: isSameStep ? past : [...past, present].slice(-STEPS_MAX), present: next, future: [], tag }
}

export function undo<State>(history: History<State>): History<State> {
  const { past, present, future } = history
  const before = past.at(-1)
  return before === undefined
    ? history
    : { past: past.slice(0, -1), present: before, future: [present, ...future], tag: null }
}

export function redo<State>(history: History<State>): History<State> {
  const { past, present, future } = history
  const [next, ...later] = future
  return next === undefined ? history : { past: [...past, present], present: next, future: later, tag: null }
}
