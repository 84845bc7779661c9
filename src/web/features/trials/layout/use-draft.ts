import { useEffect, useMemo, useRef, useState } from 'react'
import { unsaved } from '#web/ui/form/unsaved.ts'
import { BEGIN, type Draft, type DraftKey, readDraft, storeDraft } from './draft.ts'
import { beginHistory, changeTo, redo, undo } from './history.ts'

/** Changes with the same tag, one after another, are undone together. */
export type ChangeDraft = (change: (draft: Draft) => Draft, tag?: string) => void

/** For all that changes what is drawn. */
export type Editing = { draft: Draft; onChange: ChangeDraft }

export type DraftOptions = DraftKey & { /** The layout that is edited. */ saved: Draft | null }

/** What is drawn, with what it was before. Leaving asks before it is lost; a reload keeps it. */
export function useDraft({ trialId, epsg, version, saved }: DraftOptions) {
  const key = useMemo(() => ({ trialId, epsg, version }), [trialId, epsg, version])
  const [first] = useState(saved ?? BEGIN)
  const [history, setHistory] = useState(() => beginHistory(readDraft(key) ?? first))
  const draft = history.present
  const isUnsaved = useRef(false)
  useEffect(() => {
    isUnsaved.current = draft !== first && draft.corners.length > 0
    storeDraft(key, draft === first ? null : draft)
  }, [key, draft, first])
  useEffect(() => () => storeDraft(key, null), [key])
  useEffect(() => unsaved.add((isSamePage) => !isSamePage && isUnsaved.current), [])
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
