import { Download, Hammer, type LucideIcon, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

const ICONS = { Download, Make: Hammer, Stop: Square } satisfies Record<string, LucideIcon>
type Verb = keyof typeof ICONS

type FileRowProps = {
  name: string
  about: string
  /** Beside the name, such as its size. */
  size?: string | undefined
  problem: string | undefined
  /** What stands between the text and a problem. */
  children?: ReactNode
  /** One button for all that can be done, so that the focus stays on it. */
  button: ReactNode
}

/** A file that can be downloaded: what it is for, and its button. */
export const FileRow = ({ name, about, size, problem, children, button }: FileRowProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
    <div className="min-w-0 max-w-prose grow basis-80">
      <h4 className="font-semibold">
        {name}
        {size !== undefined && <span className="font-normal text-muted"> {size}</span>}
      </h4>
      <p className="text-sm text-muted">{about}</p>
      {children}
      {problem !== undefined && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {problem}
        </p>
      )}
    </div>
    {button}
  </li>
)

type FileButtonProps = { verb: Verb; name: string; disabled?: boolean; onPress: () => void }

export function FileButton({ verb, name, disabled = false, onPress }: FileButtonProps) {
  const Icon = ICONS[verb]
  return (
    <Button size="small" variant="secondary" aria-label={`${verb} ${name}`} disabled={disabled} onClick={onPress}>
      <Icon aria-hidden className="size-4" />
      {verb}
    </Button>
  )
}

type FileListProps = {
  title: string
  about: string
  /** What the files are made of. */
  choices?: ReactNode
  children: ReactNode
}

/** Files of one kind. */
export const FileList = ({ title, about, choices, children }: FileListProps) => (
  <section aria-label={title} className="max-w-3xl">
    <h3 className="text-lg font-semibold">{title}</h3>
    <p className="mt-1 max-w-prose text-sm text-muted">{about}</p>
    {choices}
    <ul className="mt-4 divide-y divide-line border-y border-line">{children}</ul>
  </section>
)
