import { useQuery } from '@tanstack/react-query'
import type { UploadSource } from '#transfer/upload-source.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

type ArchiveContentsProps = {
  file: UploadSource
  /** Absent while no other file can be chosen. */
  onChooseOther: (() => void) | undefined
}

/**
 * The contents of the chosen file. Empty while they are unknown and when the file cannot be read, which the upload itself
 * reports.
 */
export function ArchiveContents({ file, onChooseOther }: ArchiveContentsProps) {
  const { data: found } = useInspection(file)
  if (!found) return null
  const { summary, warnings } = found
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">{summary}</p>
      {warnings.length > 0 && (
        <Alert
          tone="warning"
          title="Check this before you upload"
          action={
            onChooseOther && (
              <Button variant="secondary" size="small" onClick={onChooseOther}>
                Choose another file
              </Button>
            )
          }
        >
          <ul className="flex flex-col gap-1">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
          <p className="mt-1">You can still upload it.</p>
        </Alert>
      )}
    </div>
  )
}

function useInspection(file: UploadSource) {
  const changed = file instanceof File ? file.lastModified : 0
  return useQuery({
    queryKey: ['inspection', file.name, file.size, changed],
    // Loaded on demand, because most visits to this screen upload nothing.
    queryFn: async () => {
      const { inspectSource } = await import('#transfer/inspect-source.ts')
      const { summarize, describeWarnings } = await import('#domain/archive/messages.ts')
      const inspection = await inspectSource(file)
      return { summary: summarize(inspection), warnings: describeWarnings(inspection) }
    },
    networkMode: 'always',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
