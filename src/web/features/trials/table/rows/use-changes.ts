import {
  loadedColumns,
  loadedExclusions,
  type OwnValues,
  useDeleteOwnColumn,
  useExcludePlots,
  useSaveSeenValues,
} from '../../field-book-queries.ts'
import { newerIn } from '../../newer/newer-in.ts'
import { type ExclusionChange, isSameColumn, reverseExclusion, reverseValues } from './reverse.ts'
import { useUndo } from './use-undo.ts'

/** Changes to the table that can be taken back. */
export function useChanges(trialId: string) {
  const history = useUndo()
  const exclusion = useExcludePlots(trialId)
  const { save: saveValues, ...seen } = useSaveSeenValues(trialId)
  const deleting = useDeleteOwnColumn(trialId)
  const exclude = async (changes: readonly ExclusionChange[]) => {
    for (const change of changes) await exclusion.mutateAsync(change)
  }
  const make = (changes: readonly OwnValues[]) =>
    history.make(async () => {
      const columns = loadedColumns(trialId) ?? []
      const isNew = changes.map((change) => !columns.some((column) => isSameColumn(change, column)))
      const back = reverseValues(changes, columns).filter((_, at) => !isNew[at])
      let ids = await saveValues(changes)
      return {
        undo: async () => {
          for (const id of ids.filter((_, at) => isNew[at])) await deleting.mutateAsync(id)
          await saveValues(back)
        },
        redo: async () => {
          ids = await saveValues(changes)
        },
      }
    })
  /** What meets a newer change is asked about, and is no error. */
  const save = (changes: readonly OwnValues[]): Promise<void> =>
    make(changes).catch((error: unknown) => {
      if (!newerIn(error)) throw error
    })
  return {
    history,
    save,
    /** What another person has changed meanwhile, and both ways to go on. */
    refused: seen.refused,
    keepTheirs: seen.keepTheirs,
    saveMine: () => save(seen.seenNow()),
    exclude: (change: ExclusionChange) =>
      history.make(async () => {
        const back = reverseExclusion(change, loadedExclusions(trialId) ?? [])
        await exclude([change])
        return { undo: () => exclude(back), redo: () => exclude([change]) }
      }),
  }
}

export type Changes = ReturnType<typeof useChanges>
