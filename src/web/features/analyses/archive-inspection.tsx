import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { FileReceipt } from '#contract/uploads.ts'
import type { Inspection } from '#domain/archive/inspection.ts'
import { counted } from '#domain/units.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Detail } from '#web/ui/details.tsx'

/** The inspection of an archive, for people about to unpack it. */
export const ArchiveInspection = ({ inspection }: { inspection: Inspection | null }) => (
  <Detail name="Contents" stacked>
    {inspection === null ? <Badge tone="blue">Looking inside…</Badge> : <Findings inspection={inspection} />}
  </Detail>
)

function Findings({ inspection }: { inspection: Inspection }) {
  const { data: found } = useMessages(inspection)
  if (!found) return null
  const { summary, warnings } = found
  return (
    <div className="flex flex-col items-start gap-1.5">
      <p>{summary}</p>
      {warnings.length > 0 && (
        <>
          <Badge tone="yellow" icon={TriangleAlert}>
            {counted(warnings.length, 'warning')}
          </Badge>
          <ul className="flex list-disc flex-col gap-1 pl-5">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Loaded with the first request that is opened, not with the list. */
function useMessages(inspection: Inspection) {
  return useQuery({
    queryKey: ['inspection', inspection],
    queryFn: async () => {
      const { summarize, describeWarnings } = await import('#domain/archive/messages.ts')
      return { summary: summarize(inspection), warnings: describeWarnings(inspection) }
    },
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The result of the virus scan; nothing for people who may not see it. */
export function VirusScanned({ virusScan }: { virusScan: FileReceipt['virusScan'] | 'scanning' }) {
  if (!virusScan) return null
  return (
    <Detail name="Virus scan" stacked={virusScan === 'infected'}>
      {virusScan === 'scanning' && <Badge tone="blue">Scanning…</Badge>}
      {virusScan === 'not-scanned' && <span className="text-muted">Not scanned</span>}
      {virusScan === 'clean' && <Badge tone="green">Clean</Badge>}
      {virusScan === 'infected' && (
        <div className="flex flex-col items-start gap-1.5">
          <Badge tone="red">Infected</Badge>
          <p>The virus scanner found a threat in this file, so it can't be downloaded. We need a clean file.</p>
        </div>
      )}
    </Detail>
  )
}
