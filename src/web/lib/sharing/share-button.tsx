import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lateDialog } from '../late-part.tsx'
import { useMay } from '../session/use-may.ts'
import type { Subject } from './share-queries.ts'

const ShareDialog = lateDialog(async () => (await import('./share-dialog.tsx')).ShareDialog)

/** For owners of the account. */
export function ShareButton({ subject, label = 'Share' }: { subject: Subject; label?: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const may = useMay()
  if (!may.share) return null
  return (
    <>
      <IconButton icon={Share2} label={label} onClick={() => setIsOpen(true)} />
      {isOpen && <ShareDialog subject={subject} onClose={() => setIsOpen(false)} />}
    </>
  )
}
