import { type KeyboardEvent, useRef } from 'react'
import { classNames } from './class-names.ts'

export type TabName = { id: string; title: string }

type TabListProps = {
  label: string
  /** Of the ids of the tabs, and of `panelId`. */
  base: string
  tabs: readonly TabName[]
  open: string | null
  onOpen: (id: string) => void
}

/** Arrow keys, Home and End go through the tabs. */
export function TabList({ label, base, tabs, open, onOpen }: TabListProps) {
  const list = useRef<HTMLDivElement>(null)
  const at = tabs.findIndex(({ id }) => id === open)
  const go = (event: KeyboardEvent, from: number) => {
    const to = stepOf(event.key, from, tabs.length)
    const tab = to === undefined ? undefined : tabs[to]
    if (!tab) return
    event.preventDefault()
    onOpen(tab.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[tabs.indexOf(tab)]?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label={label} className="flex min-w-0 grow overflow-x-auto px-1">
      {tabs.map(({ id, title }, place) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={tabId(base, id)}
          aria-selected={id === open}
          aria-controls={id === open ? panelId(base, id) : undefined}
          tabIndex={place === Math.max(0, at) ? 0 : -1}
          className={classNames(
            '-mb-px border-b-2 px-2.5 text-bench font-medium whitespace-nowrap',
            id === open ? 'border-action text-ink' : 'border-transparent text-muted hover:text-ink',
          )}
          onClick={() => onOpen(id)}
          onKeyDown={(event) => go(event, place)}
        >
          {title}
        </button>
      ))}
    </div>
  )
}

export const tabId = (base: string, id: string): string => `${base}-${id}`
export const panelId = (base: string, id: string): string => `${base}-${id}-body`

function stepOf(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
