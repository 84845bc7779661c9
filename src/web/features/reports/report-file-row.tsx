import { Download, ExternalLink, Table2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ReportFile } from '#contract/reports.ts'
import { displayName } from '#domain/display-names.ts'
import { truncateMiddle } from '#domain/file-names.ts'
import { tableTypeOf, WORKBOOK_BYTES_MAX } from '#domain/reports.ts'
import { formatBytes } from '#domain/units.ts'
import { AccuracyMark } from '#web/lib/accuracy-note.tsx'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { FileName } from '#web/ui/form/file-tile.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { fileKind } from './file-kinds.ts'
import { ReportTable } from './report-table.tsx'
import { OpenViewer, ViewerNote } from './viewer/open-viewer.tsx'

type ReportFileRowProps = {
  analysisRequestId: string
  file: ReportFile
  /** Those of its report. */
  files: readonly ReportFile[]
  /** Of a file that a run made: whether it is attached to the report, what opens its map, and why that can't be shown. */
  product?: { isAttached: boolean; mapLink: ReactNode; mapNote: ReactNode }
}

/** A file of a report, or of a run: what it is, its size, and what can be done with it. */
export function ReportFileRow({ analysisRequestId, file, files, product }: ReportFileRowProps) {
  const name = displayName(file.fileName)
  return (
    <li className="flex items-center gap-x-3 py-2.5 text-sm">
      <Thumbnail file={file} />
      <div className="min-w-0 grow">
        <FileName name={name} className="font-medium" />
        <p className="text-muted tabular-nums">
          {aboutFile(file)}
          {!file.isPublished && (product ? product.isAttached : true) && <Mark>Draft</Mark>}
          {product?.isAttached && file.isPublished && <Mark>Published</Mark>}
        </p>
        {file.purpose !== null && <p className="text-muted">{file.purpose}</p>}
        <AccuracyMark madeBy={file.madeBy} />
        {file.isInfected && <p className="text-danger">Infected, so it can't be downloaded</p>}
        <ViewerNote file={file} />
        {product?.mapNote}
      </div>
      <span className="flex shrink-0 items-center gap-2">
        <OpenLink file={file} />
        <OpenViewer file={file} files={files} />
        {product?.mapLink}
        {!product && <TableButton analysisRequestId={analysisRequestId} file={file} />}
        {file.url !== null && (
          <FileLink href={file.url} label={`Download ${name}`}>
            <Download aria-hidden className="size-4" />
            <span className="@max-xl:sr-only">Download</span>
          </FileLink>
        )}
      </span>
    </li>
  )
}

const aboutFile = ({ kind, size, pixels }: ReportFile): string =>
  [fileKind(kind).label, ...(pixels ? [`${pixels.width} × ${pixels.height} px`] : []), formatBytes(size)].join(', ')

const Mark = ({ children }: { children: string }) => (
  <span className="ml-2 rounded bg-status-grey-soft px-1.5 py-0.5 text-xs font-medium text-status-grey">
    {children}
  </span>
)

const FRAME = 'grid size-14 shrink-0 place-items-center overflow-hidden rounded border border-line bg-sunken text-muted'

/** A picture of the file, which opens larger, or the icon of its kind. */
function Thumbnail({ file }: { file: ReportFile }) {
  const [isOpen, setOpen] = useState(false)
  const [isBroken, setBroken] = useState(false)
  const { icon: Icon } = fileKind(file.kind)
  if (file.thumbnailUrl === null || isBroken)
    return (
      <span className={FRAME}>
        <Icon aria-hidden className="size-6" strokeWidth={1.5} />
      </span>
    )
  return (
    <>
      <button
        type="button"
        aria-label={`Look at ${displayName(file.fileName)}`}
        className={`${FRAME} cursor-zoom-in hover:border-action`}
        onClick={() => setOpen(true)}
      >
        <img
          src={file.thumbnailUrl}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={() => setBroken(true)}
        />
      </button>
      {isOpen && <Preview file={file} onClose={() => setOpen(false)} />}
    </>
  )
}

const Preview = ({ file, onClose }: { file: ReportFile; onClose: () => void }) => {
  const name = displayName(file.fileName)
  return (
    <Dialog
      title={truncateMiddle(name)}
      size="large"
      onClose={onClose}
      footer={<OpenLink file={file} label="Open in full size" />}
    >
      <img
        src={file.previewUrl ?? ''}
        alt={`Preview of ${name}`}
        {...file.pixels}
        className="mx-auto h-auto max-h-[65dvh] w-auto max-w-full bg-sunken object-contain"
      />
      <p className="mt-3 text-center text-sm text-muted tabular-nums">{aboutFile(file)}</p>
    </Dialog>
  )
}

function TableButton({ analysisRequestId, file }: { analysisRequestId: string; file: ReportFile }) {
  const [isOpen, setOpen] = useState(false)
  const type = tableTypeOf(file.fileName)
  if (!type || file.isInfected || (type === 'xlsx' && file.size > WORKBOOK_BYTES_MAX)) return null
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        aria-label={`Open: ${displayName(file.fileName)}`}
        onClick={() => setOpen(true)}
      >
        <Table2 aria-hidden className="size-4" />
        <span className="@max-xl:sr-only">Open</span>
      </Button>
      {isOpen && <ReportTable analysisRequestId={analysisRequestId} file={file} onClose={() => setOpen(false)} />}
    </>
  )
}

/** PDF files and pictures open in a tab of their own. */
const OpenLink = ({ file, label = 'Open' }: { file: ReportFile; label?: string }) =>
  file.openUrl !== null && (
    <FileLink href={file.openUrl} label={`${label}: ${displayName(file.fileName)}, in a new tab`} opens>
      <ExternalLink aria-hidden className="size-4" />
      <span className={label === 'Open' ? '@max-xl:sr-only' : ''}>{label}</span>
    </FileLink>
  )

type FileLinkProps = { href: string; label: string; opens?: boolean; children: ReactNode }

/** The origin of a file must know neither this page nor its address. */
const FileLink = ({ href, label, opens = false, children }: FileLinkProps) => (
  <a
    href={href}
    {...(opens ? { target: '_blank' } : { download: true })}
    rel="noopener noreferrer"
    aria-label={label}
    className={buttonClasses({ variant: 'secondary', size: 'small' })}
  >
    {children}
  </a>
)
