import { Download, FileArchive } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, buttonClasses } from './button.tsx'
import { toast } from './toast.ts'

type FileTileProps = {
  /** As it is shown; the download itself says what it is called. */
  name: string
  /** The size, as people read it. */
  size?: string | undefined
  /** Empty when there is none; undefined when it is not handed out. */
  url: string | undefined
  /** Further things to do with the file. */
  action?: ReactNode
}

/** A file that can be downloaded. The end of a long name stays in view, since it tells what kind of file it is. */
export const FileTile = ({ name, size, url, action }: FileTileProps) => (
  <li className="flex items-center gap-3 rounded-md border border-line bg-paper py-2 pr-2 pl-3 text-sm">
    <FileArchive aria-hidden className="size-5 shrink-0 text-muted" strokeWidth={1.5} />
    <span className="min-w-0 grow">
      <FileName name={name} className="font-medium" />
      {size !== undefined && <span className="block text-muted tabular-nums">{size}</span>}
    </span>
    {url === undefined ? null : url === '' ? (
      <Button
        variant="secondary"
        size="small"
        aria-label={`Download ${name}`}
        onClick={() => toast.error('Invalid image URL. Please try again.')}
      >
        <DownloadFace />
      </Button>
    ) : (
      <a
        href={url}
        download
        rel="noreferrer"
        aria-label={`Download ${name}`}
        className={buttonClasses({ variant: 'secondary', size: 'small' })}
      >
        <DownloadFace />
      </a>
    )}
    {action}
  </li>
)

const DownloadFace = () => (
  <>
    <Download aria-hidden className="size-4" />
    <span className="max-md:sr-only">Download</span>
  </>
)

const TAIL = 12

/** Hebrew, Arabic and the like can't be cut in two and stay readable. */
const FROM_RIGHT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** One line, cut in the middle when there is no room; the whole name on hover and to screen readers. */
export function FileName({ name, className = '' }: { name: string; className?: string }) {
  if (FROM_RIGHT.test(name))
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
