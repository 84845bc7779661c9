import { useState } from 'react'
import { useNavigate } from 'react-router'
import { lateExtra } from '#web/lib/late-code.tsx'
import { Button } from '#web/ui/button.tsx'
import { dialogStack } from '#web/ui/overlay/dialog-stack.ts'
import { allCommands, type Command, useCommands, useModifiedKey } from '#web/ui/shortcuts.ts'

const Palette = lateExtra(async () => (await import('./palette.tsx')).Palette)

/** Opens the palette, by Ctrl+K and by its button, and the list of keys. */
export function Commands() {
  const [open, setOpen] = useState<{ commands: readonly Command[]; isOfKeys: boolean }>()
  const navigate = useNavigate()
  const show = (isOfKeys: boolean) => {
    if (!dialogStack.top()) setOpen({ commands: allCommands(), isOfKeys })
  }
  useModifiedKey('k', () => show(false))
  useCommands([{ group: 'Help', title: 'Keys', key: '?', run: () => show(true) }])
  return (
    <>
      <Button variant="quiet" size="small" className="text-muted max-lg:hidden" onClick={() => show(false)}>
        Go to <kbd className="rounded border border-line-strong px-1 font-sans text-xs">Ctrl K</kbd>
      </Button>
      {open && <Palette {...open} onGo={(to) => void navigate(to)} onClose={() => setOpen(undefined)} />}
    </>
  )
}
