import { Modal } from '#web/ui/overlay/modal.tsx'
import type { Command } from '#web/ui/shortcuts.ts'

/** Everywhere behind the login. */
const EVERYWHERE = [
  { title: 'Go to a page, a trial or what is on this one', key: 'Ctrl + K' },
  { title: 'Open or close the sidebar', key: 'Ctrl + B' },
]

const ARROW_NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
}

/** The keys of this screen. */
export function KeyList({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) {
  const keys = commands.flatMap(({ title, key }) =>
    key === undefined ? [] : [{ title, key: ARROW_NAMES[key] ?? key }],
  )
  return (
    <Modal title="Keys" onClose={onClose}>
      <table className="w-full text-sm">
        <caption className="pb-2 text-left text-muted">
          Single keys work outside of text fields. They can be turned off in your account.
        </caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Key</th>
            <th scope="col">What it does</th>
          </tr>
        </thead>
        <tbody>
          {[...keys, ...EVERYWHERE].map(({ title, key }) => (
            <tr key={`${key} ${title}`} className="border-t border-line">
              <td className="w-28 py-1.5">
                <kbd className="rounded border border-line-strong bg-sunken px-1.5 py-0.5 font-sans text-xs font-semibold">
                  {key}
                </kbd>
              </td>
              <td className="py-1.5">{title}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  )
}
