import { isRecorded } from '#imagery/plot-values/recorded-traits.ts'
import { useView } from '#web/lib/view.ts'
import { SCOPE_NAMES, STAT_NAMES } from '../messages.ts'
import type { Workspace } from './workspace.ts'

/** What the controls of the screen say, which are not printed. */
export function PrintedTitle({ tab, title, trait, stat, scope }: Workspace & { tab: string }) {
  const [view] = useView()
  const ofDate = view.get('tab') === 'table' ? view.get('columns') : null
  return (
    <h3 className="hidden font-display text-lg font-semibold print:block">
      {tab}: {ofDate === null ? title : `all traits on ${ofDate}`}{' '}
      {ofDate === null && !isRecorded(trait.trait) && (
        <span className="text-sm font-normal text-muted">
          {STAT_NAMES[stat]} of {SCOPE_NAMES[scope].toLowerCase()}
        </span>
      )}
    </h3>
  )
}
