import { Download, FileArchive } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, buttonClasses } from '../button.tsx'
import { toast } from '../overlay/toast.ts'

type FileTileProps = {
  /** The displayed name. The download carries its own file name. */
  name: string
  /** Stands before the name instead of the icon of an archive. */
  icon?: ReactNode
  /** Stands below the name: the size, when the file arrived. */
  facts: ReactNode
  /** Empty when the link is missing; undefined when the file cannot be downloaded. */
  url: string | undefined
  /** Further buttons. */
  action?: ReactNode
}

/** A file with its download link. A long name keeps its end, which has the file type. */
export const FileTile = ({ name, icon, facts, url, action }: FileTileProps) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-paper py-2 pr-2 pl-3 text-sm">
    {icon ?? <FileArchive aria-hidden className="size-5 shrink-0 text-muted" strokeWidth={1.5} />}
    <span className="min-w-40 grow basis-0">
      <FileName name={name} className="font-medium" />
      <span className="block text-muted tabular-nums">{facts}</span>
    </span>
    <span className="ml-auto flex shrink-0 items-center gap-2">
      {url === undefined ? null : url === '' ? (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Download ${name}`}
          onClick={() => toast.error('Invalid image URL. Please try again.')}
        >
          <DownloadLabel />
        </Button>
      ) : (
        <a
          href={url}
          download
          rel="noreferrer"
          aria-label={`Download ${name}`}
          className={buttonClasses({ variant: 'secondary', size: 'small' })}
        >
          <DownloadLabel />
        </a>
      )}
      {action}
    </span>
  </li>
)

const DownloadLabel = () => (
  <>
    <Download aria-hidden className="size-4" />
    <span className="max-md:sr-only">Download</span>
  </>
)

const TAIL = 12

/** Right-to-left scripts cannot be split and stay readable. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** One line, truncated in the middle. The full name is shown on hover and read by screen readers. */
export function FileName({ name, className = '' }: { name: string; className?: string }) {
  if (RIGHT_TO_LEFT.test(name))
    return (
      <span title={name} className={`block break-all ${className}`}>
        <bdi>{name}</bdi>
      </span>
    )
  const characters = Array.from(name)
  const head = characters.slice(0, -TAIL).join('')
  const tail = characters.slice(-TAIL).join('')
  return (
    <span title={name} className={`flex min-w-0 ${className}`}>
      <span className="sr-only">{name}</span>
      <span aria-hidden className="truncate whitespace-pre">
        {head}
      </span>
      <span aria-hidden className="shrink-0 whitespace-pre">
        {tail}
      </span>
    </span>
  )
}
