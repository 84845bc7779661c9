import { useState } from 'react'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { shortcuts } from '#web/ui/shortcuts.ts'

const KEYS = [
  { keys: ['/'], act: 'Go to the search' },
  { keys: ['Enter'], act: 'Search, or open the focused row' },
  { keys: ['↓', '↑'], act: 'Move from the search to the list, and between rows' },
  { keys: ['Esc'], act: 'Clear the search, or close a dialog' },
  { keys: ['[', ']'], act: 'In a trial, show the date before or after' },
  { keys: ['1', '9'], act: 'In a trial, show one of its first nine traits' },
  { keys: ['n'], act: 'In a trial, turn north up, or the plots level' },
  { keys: ['Ctrl', 'B'], act: 'Open or close the sidebar (⌘ B on a Mac)' },
]

/** The list of keyboard shortcuts, and a switch for single-key shortcuts. */
export function KeyboardSettings() {
  const [on, setOn] = useState(shortcuts.areEnabled)
  return (
    <div className="flex flex-col gap-4">
      <dl className="border-t border-line text-sm">
        {KEYS.map(({ keys, act }) => (
          <div key={act} className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-4 border-b border-line py-2">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="grid min-h-6 min-w-6 place-items-center rounded border border-line-strong bg-card px-1.5 font-sans text-xs"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{act}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label="Use single-key shortcuts in this browser"
        checked={on}
        onChange={(event) => {
          shortcuts.setEnabled(event.target.checked)
          setOn(event.target.checked)
        }}
      />
    </div>
  )
}
