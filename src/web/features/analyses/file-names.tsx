import { displayFileName, shortenFileName } from '#domain/file-names.ts'

const SHOWN = 2

/** The names of the first two files on one line; in full on hover and for screen readers. */
export const FileNames = ({ urls }: { urls: readonly string[] }) => (
  <ul className="flex gap-x-2 normal-nums">
    {urls.slice(0, SHOWN).map((url, index) => {
      const name = displayFileName(url, index)
      return (
        <li key={url} title={name} className="min-w-0 truncate">
          <bdi aria-hidden>{shortenFileName(name)}</bdi>
          <span className="sr-only">{name}</span>
        </li>
      )
    })}
  </ul>
)
