import { type ReactNode, useId, useRef, useState } from 'react'
import { classNames } from './class-names.ts'

type PopoverProps = {
  /** The accessible name of the button. */
  label: string
  trigger: ReactNode
  triggerClassName?: string
  /** A click on a link or button inside closes the panel. */
  children: ReactNode
}

const GAP = 8

/** A panel below its button, in the browser's top layer. It closes on Esc and on a click elsewhere. */
export function Popover({ label, trigger, triggerClassName, children }: PopoverProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)

  const place = () => {
    const anchor = button.current?.getBoundingClientRect()
    if (!anchor || !panel.current) return
    panel.current.style.top = `${anchor.bottom + GAP}px`
    panel.current.style.right = `${Math.max(GAP, document.documentElement.clientWidth - anchor.right)}px`
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={label}
        aria-expanded={open}
        className={classNames('cursor-pointer', triggerClassName)}
      >
        {trigger}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- handles clicks on the links and buttons inside */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="fixed inset-auto m-0 w-72 max-w-[calc(100vw-1rem)] rounded-md border border-line bg-card p-0 text-ink shadow-lg"
        onBeforeToggle={place}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('a, button')) panel.current?.hidePopover()
        }}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {children}
      </div>
    </>
  )
}
