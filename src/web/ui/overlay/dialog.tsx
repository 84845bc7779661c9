import { useEffect, useState } from 'react'
import { unsaved } from '../form/unsaved.ts'
import { useTypedText } from '../form/use-typed-text.ts'
import { DiscardQuestion } from './discard-question.tsx'
import { Modal, type ModalProps } from './modal.tsx'

export type DialogProps = Omit<ModalProps, 'onFocus'> & {
  /** Closing it would lose files that were chosen in it. */
  hasChosenFiles?: boolean
}

/** A modal that asks before text typed into it or files chosen in it are lost. */
export function Dialog({ onClose, children, hasChosenFiles = false, ...modal }: DialogProps) {
  const typed = useTypedText()
  const [asked, setAsked] = useState(false)
  useEffect(() => unsaved.add(() => hasChosenFiles), [hasChosenFiles])
  return (
    <Modal
      {...modal}
      onFocus={({ target }) => typed.noteFocus(target)}
      onClose={() => (hasChosenFiles || typed.exists() ? setAsked(true) : onClose())}
    >
      {children}
      {asked && (
        <DiscardQuestion
          onDiscard={() => {
            setAsked(false)
            typed.forget()
            onClose()
          }}
          onKeep={() => setAsked(false)}
        />
      )}
    </Modal>
  )
}
