import { type FormEvent, type ReactNode, useId } from 'react'
import { Alert } from '../alert.tsx'
import { Button } from '../button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'

type FormDialogProps = Pick<
  DialogProps,
  'title' | 'onClose' | 'children' | 'size' | 'hasFixedHeight' | 'hasChosenFiles'
> & {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  submitLabel: string
  submitDisabled?: boolean
  /** Why the last submit failed. */
  error?: string | undefined
  pending: boolean
  pendingLabel?: string
  /** Stays open while pending, because closing would abort the work. */
  lockedWhilePending?: boolean
  /** What Cancel does, where it doesn't just close. */
  onCancel?: () => void
  /** A button beside the error. */
  errorAction?: ReactNode
}

export function FormDialog(props: FormDialogProps) {
  const { title, onClose, children, size, onSubmit, submitLabel, submitDisabled, error, pending } = props
  const formId = useId()
  const isLocked = pending && props.lockedWhilePending === true
  return (
    <Dialog
      title={title}
      onClose={onClose}
      closesOnBackdrop={false}
      locked={isLocked}
      hasFixedHeight={props.hasFixedHeight === true}
      hasChosenFiles={props.hasChosenFiles === true}
      {...(size && { size })}
      footer={
        <>
          <Button variant="secondary" disabled={isLocked} onClick={props.onCancel ?? onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} pending={pending} disabled={submitDisabled === true}>
            {pending ? (props.pendingLabel ?? submitLabel) : submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!pending) onSubmit(event)
        }}
      >
        {error !== undefined && (
          <Alert tone="danger" action={props.errorAction}>
            {error}
          </Alert>
        )}
        {children}
      </form>
    </Dialog>
  )
}
