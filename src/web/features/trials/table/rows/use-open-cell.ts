import { useCallback, useEffect, useRef } from 'react'
import { useView } from '#web/lib/view.ts'
import { useShowTrait } from '../../workspace/use-show-trait.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import type { TableColumn } from '../table-model.ts'

/** Shows the plot and the date of a value. Its trait follows when it is loaded. */
export function useOpenCell(workspace: Workspace, columns: readonly TableColumn[]) {
  const [, show] = useView()
  const showTrait = useShowTrait(workspace)
  const open = (plotId: string, columnId: string, from: HTMLElement): void => {
    const { trait, ...opens } = columns.find(({ id }) => id === columnId)?.opens ?? {}
    show({ plot: plotId, ...opens })
    showTrait(trait)
    // The table is narrower with a plot beside it.
    requestAnimationFrame(() => from.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
  }
  const current = useRef(open)
  useEffect(() => {
    current.current = open
  })
  // The same function on each render, so that no cell is drawn again for it.
  return useCallback(
    (plotId: string, columnId: string, from: HTMLElement) => current.current(plotId, columnId, from),
    [],
  )
}
