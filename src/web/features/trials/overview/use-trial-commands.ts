import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { useView } from '#web/lib/view.ts'
import { useCommands } from '#web/ui/shortcuts.ts'
import { useShowTrait } from '../workspace/use-show-trait.ts'
import type { useWorkspace } from '../workspace/use-workspace.ts'
import type { DatedValues, Workspace } from '../workspace/workspace.ts'

type TrialCommands = {
  workspace: Workspace | null
  day: DatedValues | undefined
  controls: ReturnType<typeof useWorkspace>['controls']
}

/** Digits choose the first traits. */
const TRAIT_KEYS = 9

/** The dates, traits and plots of a trial, by keys and in the palette. */
export function useTrialCommands({ workspace, day, controls }: TrialCommands): void {
  const [view, show] = useView()
  const showTrait = useShowTrait(controls)
  const dates = workspace?.dates ?? []
  const step = (by: number) => () => {
    const next = day && dates[dates.indexOf(day) + by]
    if (next) show({ date: next.date }, { replace: true })
  }
  const isNorthUp = view.get('north') === 'up'
  useCommands(
    [
      { group: 'Date', title: 'Date before', key: '[', run: step(-1) },
      { group: 'Date', title: 'Next date', key: ']', run: step(1) },
      {
        group: 'Map',
        title: isNorthUp ? 'Turn the plots level' : 'Turn north up',
        key: 'n',
        run: () => show({ north: isNorthUp ? null : 'up' }, { replace: true }),
      },
      ...controls.traits.map(({ trait, name }, at) => ({
        group: 'Trait',
        title: name,
        ...(at < TRAIT_KEYS && { key: String(at + 1) }),
        run: () => showTrait(trait),
      })),
    ],
    () => [
      ...dates.map(({ date }) => ({
        group: 'Date',
        title: dateText(date),
        run: () => show({ date }, { replace: true }),
      })),
      ...(workspace?.plots ?? []).map(({ plotId }) => ({
        group: 'Plot',
        title: displayName(plotId),
        run: () => show({ plot: plotId }),
      })),
    ],
  )
}
