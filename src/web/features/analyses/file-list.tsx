import type { FileReceipt } from '#contract/uploads.ts'
import { linkedFiles, storedNameOf } from '#domain/file-names.ts'
import { formatBytes } from '#domain/units.ts'
import { FileTile } from '#web/ui/file-tile.tsx'
import { ReceiptDetails } from './receipt-details.tsx'

type FileListProps = {
  analysisRequestId: string
  title: string
  urls: readonly string[]
  sizes: readonly number[]
  receipts: readonly FileReceipt[]
}

export const FileList = ({ analysisRequestId, title, urls, sizes, receipts }: FileListProps) => (
  <section>
    <h3 className="mb-2 text-sm font-semibold">{title}</h3>
    <div className="flex flex-col gap-4">
      {linkedFiles(urls, sizes).map(({ url, name, size }, index) => (
        // A URL is signed again with every load; the file stays the same.
        <div key={storedNameOf(url) ?? name} className="flex flex-col gap-2">
          <ul>
            <FileTile
              name={name}
              url={receipts[index]?.virusScan === 'infected' ? undefined : url}
              size={size === undefined ? undefined : formatBytes(size)}
            />
          </ul>
          {receipts[index] && (
            <ReceiptDetails
              analysisRequestId={analysisRequestId}
              storedName={storedNameOf(url) ?? ''}
              receipt={receipts[index]}
            />
          )}
        </div>
      ))}
    </div>
  </section>
)
