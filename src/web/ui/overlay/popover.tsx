import { type ReactNode, useId, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'

type PopoverProps = {
  /** The accessible name of the button. */
  label: string
  trigger: ReactNode
  triggerClassName: string
  panelClassName?: string
  onOpenChange: (open: boolean) => void
  /** A click on a link inside closes the panel. */
  children: ReactNode
}

const GAP = 8

/** A panel below its button, in the browser's top layer. It closes on Esc and on a click elsewhere. */
export function Popover({
  label,
  trigger,
  triggerClassName,
  panelClassName = 'w-72',
  onOpenChange,
  children,
}: PopoverProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)

  const place = () => {
    const anchor = button.current?.getBoundingClientRect()
    if (!anchor || !panel.current) return
    const { clientWidth } = document.documentElement
    const width = Number.parseFloat(getComputedStyle(panel.current).width)
    // Below the button, but wholly on the screen.
    const right = Math.min(clientWidth - anchor.right, clientWidth - GAP - width)
    panel.current.style.top = `${anchor.bottom + GAP}px`
    panel.current.style.right = `${Math.max(GAP, right)}px`
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
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- handles clicks on the links inside */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={classNames(
          'fixed inset-auto m-0 max-w-[calc(100vw-1rem)] rounded-md border border-line bg-card p-0 text-ink shadow-lg',
          panelClassName,
        )}
        onBeforeToggle={place}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('a')) panel.current?.hidePopover()
        }}
        onToggle={({ newState }) => {
          setOpen(newState === 'open')
          onOpenChange(newState === 'open')
        }}
      >
        {children}
      </div>
    </>
  )
}
