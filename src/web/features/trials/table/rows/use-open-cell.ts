import { useCallback, useEffect, useRef, useState } from 'react'
import { useView } from '#web/lib/view.ts'
import { useShowTrait } from '../../workspace/use-show-trait.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import type { TableColumn } from '../table-model.ts'

/** A new one each time. */
export type Opened = { from: HTMLElement }

/** Shows the plot and the date of a value. Its trait follows when it is loaded. */
export function useOpenCell(workspace: Workspace, columns: readonly TableColumn[]) {
  const [, show] = useView()
  const showTrait = useShowTrait(workspace)
  const [opened, setOpened] = useState<Opened>()
  const open = (plotId: string, columnId: string, from: HTMLElement): void => {
    const { trait, ...opens } = columns.find(({ id }) => id === columnId)?.opens ?? {}
    setOpened({ from })
    show({ plot: plotId, ...opens })
    showTrait(trait)
  }
  const current = useRef(open)
  useEffect(() => {
    current.current = open
  })
  return {
    /** The same function on each render, so that no cell is drawn again for it. */
    open: useCallback(
      (plotId: string, columnId: string, from: HTMLElement) => current.current(plotId, columnId, from),
      [],
    ),
    /** Where the plot was opened from. */
    opened,
    close: () => {
      show({ plot: null })
      opened?.from.focus()
    },
  }
}
