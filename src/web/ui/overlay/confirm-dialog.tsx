import type { ReactNode } from 'react'
import { Alert } from '../alert.tsx'
import { Button } from '../button.tsx'
import { autofocus } from '../focus.ts'
import { Modal } from './modal.tsx'

type ConfirmDialogProps = {
  title: string
  /** Names what will be deleted. */
  children: ReactNode
  confirmLabel: string
  keepLabel: string
  pending?: boolean
  /** While it isn't known what will be deleted. */
  disabled?: boolean
  error?: string | undefined
  onConfirm: () => void
  onKeep: () => void
}

/** Asks before something is deleted. The safe button has the focus. */
export const ConfirmDialog = ({ pending = false, disabled = false, ...props }: ConfirmDialogProps) => (
  <Modal
    title={props.title}
    size="small"
    onClose={props.onKeep}
    locked={pending}
    footer={
      <>
        <Button variant="secondary" ref={autofocus} disabled={pending} onClick={props.onKeep}>
          {props.keepLabel}
        </Button>
        <Button variant="danger" pending={pending} disabled={disabled} onClick={props.onConfirm}>
          {props.confirmLabel}
        </Button>
      </>
    }
  >
    <div className="flex flex-col gap-3 text-sm break-words">
      {props.error !== undefined && <Alert tone="danger">{props.error}</Alert>}
      {props.children}
    </div>
  </Modal>
)
