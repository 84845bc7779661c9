import type { ReactNode } from 'react'
import { useView } from '#web/lib/view.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { whenOver } from '../workspace/pointed-plots.ts'

const PANELS = 12

export type Panel = {
  id: string
  title: ReactNode
  isChosen: boolean
  onChoose: () => void
  /** The pointer or the focus comes, or leaves. */
  onPoint?: (isOver: boolean) => void
  /** Rendered when it is on the page. */
  chart: ReactNode
}

/** Small charts, twelve on a page. The title of each one is a button. */
export function Panels({ panels }: { panels: readonly Panel[] }) {
  const [view, show] = useView()
  const pages = Math.max(1, Math.ceil(panels.length / PANELS))
  const page = Math.min(pages, Math.max(1, Math.floor(Number(view.get('panel')) || 1)))
  const go = (to: number) => show({ panel: to === 1 ? null : String(to) })
  return (
    <>
      <ul className="grid gap-4 @xl:grid-cols-2 @4xl:grid-cols-3 @6xl:grid-cols-4">
        {panels.slice((page - 1) * PANELS, page * PANELS).map(({ id, title, isChosen, onChoose, onPoint, chart }) => (
          <li
            key={id}
            className={classNames(
              'flex min-w-0 flex-col gap-1 rounded-md border p-2',
              isChosen ? 'border-action bg-card' : 'border-line',
            )}
            {...(onPoint && whenOver(onPoint))}
          >
            <button
              type="button"
              aria-pressed={isChosen}
              className="self-start rounded px-1 text-left text-sm font-semibold underline-offset-2 hover:underline"
              onClick={onChoose}
            >
              {title}
            </button>
            {chart}
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <div className="flex items-center justify-center gap-4 text-sm">
          <Button variant="secondary" size="small" disabled={page === 1} onClick={() => go(page - 1)}>
            Previous
          </Button>
          <span className="tabular-nums">
            {page} of {pages}
          </span>
          <Button variant="secondary" size="small" disabled={page === pages} onClick={() => go(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </>
  )
}
