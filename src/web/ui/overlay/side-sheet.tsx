import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { IconButton } from '../icon-button.tsx'
import { showDialog } from './dialog-stack.ts'

type SideSheetProps = { label: string; onClose: () => void; className: string; children: ReactNode }

/** A panel that slides in from the left on phones. Open while it is rendered. */
export function SideSheet({ label, onClose, className, children }: SideSheetProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc and the close button do the same
    <dialog
      ref={showDialog}
      aria-label={label}
      className={classNames(
        'inset-y-0 left-0 m-0 h-dvh max-h-none max-w-[85vw] flex-col transition-[translate] duration-200 open:flex',
        'backdrop:bg-ramp-9/55 dark:backdrop:bg-sunken/80 open:starting:-translate-x-full',
        className,
      )}
      onMouseDown={(event) => event.target === event.currentTarget && onClose()}
      onClose={(event) => {
        // React's strict mode closes and reopens it at once.
        if (!event.currentTarget.open) onClose()
      }}
    >
      <IconButton icon={X} label="Close menu" className="absolute top-2.5 right-2.5 text-current" onClick={onClose} />
      {children}
    </dialog>
  )
}
