import { type ComponentProps, type ComponentType, useEffect } from 'react'
import type { OpenUpload } from '#contract/uploads.ts'
import type { ArchiveTask } from '#web/features/uploads/archive-task.ts'
import { lateComponent, withWaiting } from '#web/lib/late-code.tsx'
import { FlightCheck } from './flight-on-demand.tsx'
import { DialogStandIn } from './missing-code/dialog-stand-in.tsx'

type Loaded = { load: () => Promise<unknown> }

/** A dialog that is loaded after its screen, because it is large. */
const largeDialog = <Props extends { onClose: () => void }>(title: string, load: () => Promise<ComponentType<Props>>) =>
  Object.assign(withWaiting(lateComponent(load, (props) => <DialogStandIn title={title} {...props} />)), { load })

/** Loads a dialog once its screen is shown. A failure is tried again when the dialog is opened. */
export const usePreload = ({ load }: Loaded): void => useEffect(() => void load().catch(() => {}), [load])

const LateUploadDialog = largeDialog(
  'Upload Project Details',
  async () => (await import('#web/features/uploads/upload-dialog.tsx')).UploadDialog,
)
export const UploadDialog = Object.assign(
  (props: Omit<ComponentProps<typeof LateUploadDialog>, 'flightCheck'>) => (
    <LateUploadDialog {...props} flightCheck={FlightCheck} />
  ),
  { load: LateUploadDialog.load },
)

export const AddMapsDialog = largeDialog(
  'Add maps',
  async () => (await import('#web/features/uploads/maps/add-maps-dialog.tsx')).AddMapsDialog,
)

export const DescribeMapDialog = largeDialog(
  'Describe',
  async () => (await import('#web/features/maps/list/describe-map-dialog.tsx')).DescribeMapDialog,
)

export const MyAnalysisDialog = largeDialog(
  'Uploaded Project Detail',
  async () => (await import('./customer/my-analysis.tsx')).MyAnalysis,
)

export const ReportUploadDialog = largeDialog(
  'Upload Report',
  async () => (await import('#web/features/uploads/report-upload-dialog.tsx')).ReportUploadDialog,
)

export const RequestDialog = largeDialog(
  'Requested User Details',
  async () => (await import('#web/features/analyses/request-dialog.tsx')).RequestDialog,
)

export const MyReportDialog = largeDialog(
  'Processed Reports',
  async () => (await import('./customer/my-report-dialog.tsx')).MyReportDialog,
)

export const StaffReportDialog = largeDialog(
  'Admin Reports',
  async () => (await import('./staff/staff-report-dialog.tsx')).StaffReportDialog,
)

export const VerifyUserDialog = largeDialog(
  'Verify User',
  async () => (await import('#web/features/users/verify-user-dialog.tsx')).VerifyUserDialog,
)

type Resumed = { task?: ArchiveTask; refusal?: string }
const resuming = new Map<string, Promise<Resumed>>()

/** Without its code, the upload dialog opens and asks for the file. A second press joins the first. */
export function resumeArchive(open: OpenUpload, onUploaded: () => void): Promise<Resumed> {
  const started = resuming.get(open.uploadId) ?? startResuming(open, onUploaded)
  resuming.set(open.uploadId, started)
  return started.finally(() => resuming.delete(open.uploadId))
}

async function startResuming(open: OpenUpload, onUploaded: () => void): Promise<Resumed> {
  const code = await import('#web/features/uploads/resume-archive.ts').catch((error: unknown) => console.warn(error))
  return code ? code.resumeArchive(open, onUploaded) : {}
}
