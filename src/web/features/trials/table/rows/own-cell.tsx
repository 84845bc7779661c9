import { type KeyboardEvent, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { toast } from '#web/ui/overlay/toast.ts'
import type { OwnColumn } from '../../field-book-queries.ts'
import { problemOf } from '../../messages.ts'
import { controlBeside } from '../table-cells.ts'

type OwnCellProps = {
  label: string
  own: OwnColumn
  text: string
  /** At the left. */
  isText: boolean
  /** With the column as it was when the first key was typed. */
  onSave: (text: string, since: OwnColumn) => Promise<void>
  /** Several cells of a spreadsheet. */
  onPaste: (text: string) => Promise<void>
}

const USUAL_SIZE = 6

/** A value that people type, or the first of cells that they paste. Enter and the arrows go to the row below or above; Esc takes back what is typed. */
export function OwnCell({ label, own, text, isText, onSave, onPaste }: OwnCellProps) {
  const [typed, setTyped] = useState<{ text: string; since: OwnColumn } | null>(null)
  const [isSaving, setSaving] = useState(false)
  const run = async (work: () => Promise<void>) => {
    setSaving(true)
    try {
      await work()
    } catch (error) {
      toast.error(problemOf(error))
    } finally {
      setTyped(null)
      setSaving(false)
    }
  }
  const save = async () => {
    const wanted = typed?.text.trim()
    if (typed && wanted !== undefined)
      await run(() => (wanted === text ? Promise.resolve() : onSave(wanted, typed.since)))
  }
  return (
    <input
      type="text"
      aria-label={label}
      value={typed?.text ?? text}
      readOnly={isSaving}
      // As wide as what is in it, so that nothing of it is cut off.
      size={Math.max(USUAL_SIZE, (typed?.text ?? text).length)}
      className={classNames(
        'h-8 w-full min-w-20 rounded border border-transparent bg-transparent px-1.5 hover:border-line-strong focus:border-line-strong focus:bg-card',
        !isText && 'text-right',
      )}
      onChange={({ target }) => setTyped({ text: target.value, since: typed?.since ?? own })}
      onBlur={() => void save()}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text/plain')
        if (!/[\t\n]/.test(pasted.trimEnd())) return
        event.preventDefault()
        void run(() => onPaste(pasted))
      }}
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
