import { type ReactNode, useId, useRef } from 'react'

const GAP = 10
const DELAY_MS = 700

type TooltipProps = { text: string; disabled: boolean; children: ReactNode }

/** The name of an icon, shown to its right after a delay. Esc hides it. */
export function Tooltip({ text, disabled, children }: TooltipProps) {
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const tip = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const show = () => {
    const place = anchor.current?.getBoundingClientRect()
    if (!place || !tip.current) return
    tip.current.showPopover()
    tip.current.style.left = `${place.right + GAP}px`
    tip.current.style.top = `${place.top + (place.height - tip.current.offsetHeight) / 2}px`
  }
  const later = () => {
    clearTimeout(timer.current)
    if (!disabled) timer.current = setTimeout(show, DELAY_MS)
  }
  const hide = () => {
    clearTimeout(timer.current)
    tip.current?.hidePopover()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the events of the control inside
    <span
      ref={anchor}
      className="block"
      onPointerEnter={later}
      onPointerLeave={hide}
      onFocus={later}
      onBlur={hide}
      onPointerDown={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      <span
        ref={tip}
        id={id}
        role="tooltip"
        popover="manual"
        className="pointer-events-none fixed inset-auto m-0 rounded bg-ink px-2 py-1 text-xs font-medium text-paper"
      >
        {text}
      </span>
    </span>
  )
}
