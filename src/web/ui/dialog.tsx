import { useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Modal, type ModalProps } from './modal.tsx'
import { createTypedText } from './typed-text.ts'

export type DialogProps = Omit<ModalProps, 'onFocus'>

/** A modal that asks before it is closed with text that was typed into it. */
export function Dialog({ onClose, children, ...modal }: DialogProps) {
  const [typed] = useState(createTypedText)
  const [asked, setAsked] = useState(false)
  return (
    <Modal
      {...modal}
      onFocus={({ target }) => typed.noteFocus(target)}
      onClose={() => (typed.exists() ? setAsked(true) : onClose())}
    >
      {children}
      {asked && (
        <ConfirmDialog
          title="Discard what you typed?"
          confirmLabel="Discard"
          keepLabel="Keep editing"
          onConfirm={() => {
            setAsked(false)
            onClose()
          }}
          onKeep={() => setAsked(false)}
        >
          It isn't saved anywhere.
        </ConfirmDialog>
      )}
    </Modal>
  )
}
