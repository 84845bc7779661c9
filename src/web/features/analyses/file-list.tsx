import type { AnalysisRow } from '#contract/analyses.ts'
import { linkedFiles, storedNameOf } from '#domain/file-names.ts'
import { formatBytes } from '#domain/units.ts'
import { Time } from '#web/lib/time.tsx'
import { FileTile } from '#web/ui/form/file-tile.tsx'
import { ReceiptDetails } from './receipt-details.tsx'

type FileListProps = { row: AnalysisRow; title: string; from: number; to?: number }

/** Some of the archives of a request; the last one that arrived is the first. */
export function FileList({
  row: { analysisRequestId, fileUrls, fileSizes, receipts },
  title,
  from,
  to,
}: FileListProps) {
  const files = linkedFiles(fileUrls, fileSizes).map((file, index) => ({ ...file, receipt: receipts[index] }))
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold">{title}</h3>
      <div className="flex flex-col gap-4">
        {files.slice(from, to).map(({ url, name, size, receipt }) => (
          // A URL is signed again with every load; the file stays the same.
          <div key={storedNameOf(url) ?? name} className="flex flex-col gap-2">
            <ul>
              <FileTile
                name={name}
                url={receipt?.virusScan === 'infected' ? undefined : url}
                facts={<ArchiveFacts bytes={size} receivedTime={receipt?.receivedTime} />}
              />
            </ul>
            {receipt && (
              <ReceiptDetails
                analysisRequestId={analysisRequestId}
                storedName={storedNameOf(url) ?? ''}
                receipt={receipt}
              />
            )}
          </div>
        ))}
      </div>
    </section>
  )
}

type ArchiveFactsProps = { bytes: number | undefined; receivedTime: string | undefined }

const ArchiveFacts = ({ bytes, receivedTime }: ArchiveFactsProps) => (
  <>
    {bytes !== undefined && formatBytes(bytes)}
    {bytes !== undefined && receivedTime !== undefined && ', '}
    {receivedTime !== undefined && (
      <>
        received <Time at={receivedTime} />
      </>
    )}
  </>
)
