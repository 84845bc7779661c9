import { useView } from '#web/lib/view.ts'
import type { DatedValues, Workspace } from './workspace.ts'

/** The date that is shown: the one in the address, else that of the greenest field; undefined without any value. */
export function useDay(workspace: Pick<Workspace, 'dates' | 'greenest'> | null): DatedValues | undefined {
  const [view] = useView()
  const { dates, greenest } = workspace ?? { dates: [], greenest: null }
  return (
    dates.find(({ date }) => date === view.get('date')) ??
    dates.find(({ flightId }) => flightId === greenest) ??
    dates.at(-1)
  )
}
