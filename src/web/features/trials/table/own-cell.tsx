import { type KeyboardEvent, useState } from 'react'
import { toast } from '#web/ui/toast.ts'
import { problemOf } from '../messages.ts'
import { controlBeside } from './table-cells.ts'

type OwnCellProps = { label: string; text: string; onSave: (text: string) => Promise<void> }

/** A value that people type. Enter and the arrows go to the row below or above; Esc takes back what is typed. */
export function OwnCell({ label, text, onSave }: OwnCellProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    if (typed === null) return
    setSaving(true)
    try {
      if (typed.trim() !== text) await onSave(typed.trim())
    } catch (error) {
      toast.error(problemOf(error))
    } finally {
      setTyped(null)
      setSaving(false)
    }
  }
  return (
    <input
      type="text"
      aria-label={label}
      value={typed ?? text}
      readOnly={isSaving}
      className="h-8 w-full min-w-20 rounded border border-transparent bg-transparent px-1.5 text-right hover:border-line-strong focus:border-line-strong focus:bg-card"
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped(null)
        else goOn(event)
      }}
    />
  )
}

function goOn(event: KeyboardEvent<HTMLInputElement>): void {
  const { key, currentTarget } = event
  if (key !== 'Enter' && key !== 'ArrowDown' && key !== 'ArrowUp') return
  event.preventDefault()
  const next = controlBeside(currentTarget, key === 'Enter' ? 'ArrowDown' : key)
  if (next) next.focus()
  else currentTarget.blur()
}
