import {
  type OwnValues,
  useDeleteOwnColumn,
  useExcludePlots,
  useExclusions,
  useOwnColumns,
  useSaveOwnValues,
} from '../field-book-queries.ts'
import { type ExclusionChange, isSameColumn, reverseExclusion, reverseValues } from './reverse.ts'
import { useUndo } from './use-undo.ts'

/** Changes to the table that can be taken back. */
export function useChanges(trialId: string) {
  const history = useUndo()
  const { data: exclusions = [] } = useExclusions(trialId)
  const { data: columns = [] } = useOwnColumns(trialId)
  const exclusion = useExcludePlots(trialId)
  const saving = useSaveOwnValues(trialId)
  const deleting = useDeleteOwnColumn(trialId)
  const exclude = async (changes: readonly ExclusionChange[]) => {
    for (const change of changes) await exclusion.mutateAsync(change)
  }
  return {
    history,
    exclude: async (change: ExclusionChange) => {
      const back = reverseExclusion(change, exclusions)
      await exclude([change])
      history.add({ undo: () => exclude(back), redo: () => exclude([change]) })
    },
    save: async (changes: readonly OwnValues[]) => {
      const isNew = changes.map((change) => !columns.some((column) => isSameColumn(change, column)))
      const back = reverseValues(changes, columns).filter((_, at) => !isNew[at])
      let ids = await saving.mutateAsync(changes)
      history.add({
        undo: async () => {
          for (const id of ids.filter((_, at) => isNew[at])) await deleting.mutateAsync(id)
          await saving.mutateAsync(back)
        },
        redo: async () => {
          ids = await saving.mutateAsync(changes)
        },
      })
    },
  }
}

export type Changes = ReturnType<typeof useChanges>
