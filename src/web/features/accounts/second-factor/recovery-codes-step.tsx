import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { RecoveryCodeList } from './recovery-code-list.tsx'

type RecoveryCodesStepProps = {
  codes: readonly string[]
  email: string
  children: ReactNode
  onClose: () => void
}

/** Closes only after the person confirms that they have saved the codes, because they cannot be shown again. */
export function RecoveryCodesStep({ codes, email, children, onClose }: RecoveryCodesStepProps) {
  const [saved, setSaved] = useState(false)
  return (
    <Dialog
      title="Save your recovery codes"
      locked={!saved}
      closesOnBackdrop={false}
      onClose={onClose}
      footer={
        <Button disabled={!saved} onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        {children}
        <RecoveryCodeList codes={codes} email={email} />
        <Checkbox
          label="I saved them somewhere I can reach without my phone"
          checked={saved}
          onChange={(event) => setSaved(event.target.checked)}
        />
      </div>
    </Dialog>
  )
}
