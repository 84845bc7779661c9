import { X } from 'lucide-react'
import { type FocusEventHandler, type MouseEvent, type ReactNode, useCallback, useId } from 'react'
import { classNames } from '../class-names.ts'
import { rememberFocus } from '../focus.ts'
import { IconButton } from '../icon-button.tsx'
import { showDialog } from './dialog-stack.ts'

type DialogSize = 'small' | 'medium' | 'large'

export type ModalProps = {
  title: string
  onClose: () => void
  children: ReactNode
  /** Stays visible below the scrolling content. */
  footer?: ReactNode
  size?: DialogSize
  /** Keeps its height while its content grows, so that its buttons stay where they are. */
  hasFixedHeight?: boolean
  /** Beside the title. */
  action?: ReactNode
  /** A click on the backdrop closes the dialog. Turn it off where that would lose input. */
  closesOnBackdrop?: boolean
  /** The dialog cannot be closed, because work is in progress. */
  locked?: boolean
  onFocus?: FocusEventHandler
}

const SIZES = { small: 'md:max-w-md', medium: 'md:max-w-xl', large: 'md:max-w-3xl' } satisfies Record<
  DialogSize,
  string
>

/** Open while it is rendered. A bottom sheet on phones. The focus returns to where it was, or near it. */
export function Modal({
  title,
  onClose,
  children,
  footer,
  size = 'medium',
  hasFixedHeight = false,
  action,
  closesOnBackdrop = true,
  locked = false,
  onFocus,
}: ModalProps) {
  const titleId = useId()
  const open = useCallback((dialog: HTMLDialogElement) => {
    const returnFocus = rememberFocus()
    const hide = showDialog(dialog)
    return () => {
      hide()
      returnFocus()
    }
  }, [])
  const close = () => {
    if (!locked) onClose()
  }
  const closeFromBackdrop = (event: MouseEvent) => {
    if (closesOnBackdrop && event.target === event.currentTarget) close()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc is the key for it
    <dialog
      ref={open}
      aria-labelledby={titleId}
      className={classNames(
        'm-auto w-full max-w-full flex-col overflow-hidden border border-line bg-card text-ink shadow-xl open:flex',
        'max-md:mb-0 max-md:max-h-[92dvh] max-md:rounded-t-xl max-md:border-b-0 md:max-h-[88dvh] md:rounded-lg',
        'transition-opacity duration-150 backdrop:bg-ramp-9/55 dark:border-line-strong dark:backdrop:bg-sunken/80 open:starting:opacity-0',
        SIZES[size],
        hasFixedHeight && 'h-[92dvh] md:h-[min(88dvh,52rem)]',
      )}
      onFocus={onFocus}
      onMouseDown={closeFromBackdrop}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        close()
      }}
      onClose={(event) => {
        // The browser closes the dialog on a second Esc even if cancel was prevented, so it is opened again.
        const dialog = event.currentTarget
        if (event.target !== dialog || dialog.open) return
        close()
        setTimeout(() => dialog.isConnected && !dialog.open && reopen(dialog))
      }}
    >
      <header className="flex items-center justify-between gap-4 border-b border-line py-3 pr-3 pl-5">
        <h2 id={titleId} className="font-display text-lg font-semibold">
          {title}
        </h2>
        <div className="flex shrink-0 items-center gap-1">
          {action}
          <IconButton icon={X} label="Close" disabled={locked} onClick={close} />
        </div>
      </header>
      {/* Positioned, so that what only screen readers see can't make the dialog itself scroll. */}
      <div className="relative grow overflow-y-auto overscroll-contain px-5 py-5">{children}</div>
      {footer && (
        <footer className="flex flex-wrap justify-end gap-3 border-t border-line bg-card px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
          {footer}
        </footer>
      )}
    </dialog>
  )
}

/** Dialogs that are open inside are reopened too, so that they stay on top. */
function reopen(dialog: HTMLDialogElement): void {
  dialog.showModal()
  for (const inner of dialog.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
    inner.close()
    inner.showModal()
  }
}
