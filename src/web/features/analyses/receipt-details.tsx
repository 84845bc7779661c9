import type { CurrentReceipt } from '#contract/analyses.ts'
import type { CheckStage } from '#domain/uploads.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Detail, Details } from '#web/ui/details.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { type FileOfRequest, useReceipt } from './analysis-queries.ts'
import { ArchiveInspection, VirusScanned } from './archive-inspection.tsx'
import { CHECKING, DIFFERS, NOT_COMPARED, READING, SAME_FILE } from './messages.ts'

/** The receipt of a file, and whether it equals the file that was sent. */
export function ReceiptDetails(file: FileOfRequest) {
  const receipt = useReceipt(file)
  const isScanning = receipt.check?.stage === ('scanning' satisfies CheckStage)
  return (
    <Details>
      {receipt.inspection !== undefined && <ArchiveInspection inspection={receipt.inspection} />}
      <VirusScanned virusScan={isScanning ? 'scanning' : receipt.virusScan} />
      <Detail name="Comparison" stacked>
        <Comparison {...receipt} />
      </Detail>
      <Detail name="Size">
        <span className="tabular-nums">{receipt.size.toLocaleString('en')} bytes</span>
      </Detail>
      {receipt.sha256 !== null && (
        <Detail name="SHA-256" stacked>
          <code className="font-mono text-xs/5 break-all select-all">{receipt.sha256}</code>
        </Detail>
      )}
    </Details>
  )
}

function Comparison({ sha256, agrees, check }: Pick<CurrentReceipt, 'sha256' | 'agrees' | 'check'>) {
  if (sha256 === null && check?.stage === ('reading' satisfies CheckStage)) return <Reading fraction={check.fraction} />
  if (sha256 === null) return <Badge tone="blue">{CHECKING}</Badge>
  if (agrees === null) return <span className="text-muted">{NOT_COMPARED}</span>
  return agrees ? <Badge tone="green">{SAME_FILE}</Badge> : <Alert tone="danger">{DIFFERS}</Alert>
}

const Reading = ({ fraction }: { fraction: number }) => (
  <>
    <p>{READING}</p>
    <ProgressBar label={READING} percent={100 * fraction} />
  </>
)
