import { Share2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { lateComponent } from '../late-code.tsx'
import { useMay } from '../session/use-may.ts'
import type { Subject } from './share-queries.ts'

const ShareDialog = lateComponent(
  async () => (await import('./share-dialog.tsx')).ShareDialog,
  (props) => <LoadFailed title="The dialog could not be loaded" {...props} />,
)

/** For owners of the account. */
export function ShareButton({ subject, label = 'Share' }: { subject: Subject; label?: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const may = useMay()
  if (!may.share) return null
  return (
    <>
      <IconButton icon={Share2} label={label} onClick={() => setIsOpen(true)} />
      <Suspense>{isOpen && <ShareDialog subject={subject} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}
