import { useCallback, useEffect, useState } from 'react'

/** Whether tiles could not be read. They are asked for again on request, and when the browser is online again. */
export function useTileProblems() {
  const [{ hasProblem, attempt }, setState] = useState({ hasProblem: false, attempt: 0 })
  const onTileProblem = useCallback((error: unknown) => {
    console.warn(error)
    setState((before) => (before.hasProblem ? before : { ...before, hasProblem: true }))
  }, [])
  const readAgain = useCallback(() => setState((before) => ({ hasProblem: false, attempt: before.attempt + 1 })), [])
  useEffect(() => {
    if (hasProblem) window.addEventListener('online', readAgain)
    return () => window.removeEventListener('online', readAgain)
  }, [hasProblem, readAgain])
  return { hasProblem, attempt, onTileProblem, readAgain }
}
