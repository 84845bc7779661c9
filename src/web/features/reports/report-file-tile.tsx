import { type ComponentType, type ReactNode, useState } from 'react'
import type { Report, ReportFile } from '#contract/reports.ts'
import { linkedFiles } from '#domain/file-names.ts'
import { AccuracyMark } from '#web/lib/accuracy-note.tsx'
import { FileTile } from '#web/ui/form/file-tile.tsx'
import { fileKind } from './file-kinds.ts'
import { fileLine, isInfected } from './messages.ts'
import { OpenViewer } from './viewer/open-viewer.tsx'

type FileOfReport = { analysisRequestId: string; mapId: string | null }

/** What is known of a file that is a map, and what opens it; nothing for other files. */
export type MapParts = { MapFacts: ComponentType<FileOfReport>; MapLink: ComponentType<FileOfReport> }

type ReportFileTileProps = MapParts & {
  analysisRequestId: string
  report: Report
  index: number
  /** A further button. */
  action?: ReactNode
}

/** A file of a report in a dialog: its picture, what it is, and what opens it. */
export function ReportFileTile({ analysisRequestId, report, index, MapFacts, MapLink, action }: ReportFileTileProps) {
  const linked = linkedFiles(report.reportUrls, report.reportSizes)[index]
  const file = report.files[index]
  if (!linked) return null
  const ofReport = { analysisRequestId, mapId: file?.mapId ?? null }
  return (
    <FileTile
      name={linked.name}
      url={isInfected(report, index) ? undefined : linked.url}
      icon={file && <Picture file={file} />}
      facts={
        <>
          {[...(file ? [fileKind(file.kind).label] : []), fileLine(linked.size, report.receipts[index])].join(', ')}
          <MapFacts {...ofReport} /> <AccuracyMark madeBy={file?.madeBy ?? null} />
          {file?.purpose && <span className="block">{file.purpose}</span>}
        </>
      }
      action={
        <>
          {file && <OpenViewer file={file} files={report.files} />}
          <MapLink {...ofReport} />
          {action}
        </>
      }
    />
  )
}

function Picture({ file: { kind, thumbnailUrl } }: { file: ReportFile }) {
  const [isBroken, setBroken] = useState(false)
  const { icon: Icon } = fileKind(kind)
  return (
    <span className="grid size-10 shrink-0 place-items-center overflow-hidden rounded border border-line bg-sunken text-muted">
      {thumbnailUrl === null || isBroken ? (
        <Icon aria-hidden className="size-5" strokeWidth={1.5} />
      ) : (
        <img src={thumbnailUrl} alt="" className="size-10 object-cover" onError={() => setBroken(true)} />
      )}
    </span>
  )
}
