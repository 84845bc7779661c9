import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { classNames } from './class-names.ts'

type TabsProps<Id extends string> = {
  label: string
  tabs: readonly { id: Id; title: string }[]
  chosen: Id
  onChoose: (id: Id) => void
  /** The panel of the chosen tab. */
  children: ReactNode
}

/** One of several views of the same thing. Arrow keys, Home and End go from tab to tab. */
export function Tabs<Id extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Id>) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const at = tabs.findIndex(({ id }) => id === chosen)
  const go = (event: KeyboardEvent) => {
    const to = stepOf(event.key, at, tabs.length)
    const tab = to === undefined ? undefined : tabs[to]
    if (!tab) return
    event.preventDefault()
    onChoose(tab.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[tabs.indexOf(tab)]?.focus()
  }
  return (
    <div className="flex flex-col gap-6">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="-mx-1 flex gap-1 overflow-x-auto border-b border-line px-1 print:hidden"
      >
        {tabs.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-${id}`}
            aria-selected={id === chosen}
            aria-controls={id === chosen ? `${base}-panel` : undefined}
            tabIndex={id === chosen ? 0 : -1}
            className={classNames(
              '-mb-px border-b-2 px-3 py-2 text-sm font-medium whitespace-nowrap',
              id === chosen ? 'border-action text-ink' : 'border-transparent text-muted hover:text-ink',
            )}
            onClick={() => onChoose(id)}
            onKeyDown={go}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${chosen}`} className="flex flex-col gap-6">
        {children}
      </div>
    </div>
  )
}

function stepOf(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
