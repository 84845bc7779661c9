import { useEffect, useRef, useState } from 'react'
import { unsaved } from '#web/ui/unsaved.ts'
import { type Draft, readDraft, storeDraft } from './draft.ts'
import { beginHistory, changeTo, redo, undo } from './history.ts'

/** Changes with the same tag, one after another, are undone together. */
export type ChangeDraft = (change: (draft: Draft) => Draft, tag?: string) => void

/** What is drawn, with what it was before. Leaving asks before it is lost; a reload keeps it. */
export function useDraft(trialId: string, epsg: number) {
  const [history, setHistory] = useState(() => beginHistory(readDraft(trialId, epsg)))
  const draft = history.present
  const isUnsaved = useRef(false)
  useEffect(() => {
    isUnsaved.current = draft.corners.length > 0
    storeDraft(trialId, epsg, draft)
  }, [trialId, epsg, draft])
  useEffect(() => () => storeDraft(trialId, epsg, null), [trialId, epsg])
  useEffect(() => unsaved.add(() => isUnsaved.current), [])
  const change: ChangeDraft = (next, tag) => setHistory((before) => changeTo(before, next(before.present), tag ?? null))
  return {
    draft,
    change,
    undo: history.past.length > 0 ? () => setHistory(undo) : undefined,
    redo: history.future.length > 0 ? () => setHistory(redo) : undefined,
    /** Runs what leads away without losing anything. */
    withoutAsking: (leave: () => void): void => {
      const before = isUnsaved.current
      isUnsaved.current = false
      leave()
      isUnsaved.current = before
    },
  }
}
