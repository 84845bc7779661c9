import { linkedFiles } from '#domain/file-names.ts'
import { formatBytes } from '#domain/units.ts'
import { FileTile } from '#web/ui/file-tile.tsx'

type FileListProps = { title: string; urls: readonly string[]; sizes: readonly number[] }

export const FileList = ({ title, urls, sizes }: FileListProps) => (
  <section>
    <h3 className="mb-2 text-sm font-semibold">{title}</h3>
    <ul className="flex flex-col gap-2">
      {linkedFiles(urls, sizes).map(({ url, name, size }) => (
        <FileTile key={url} name={name} url={url} size={size === undefined ? undefined : formatBytes(size)} />
      ))}
    </ul>
  </section>
)
