import { type ComponentProps, useEffect } from 'react'
import type { OpenUpload } from '#contract/uploads.ts'
import type { ArchiveTask } from '#web/features/uploads/archive-task.ts'
import { lateComponent } from '#web/lib/late-code.tsx'
import { FlightCheck } from './flight-on-demand.tsx'
import { DialogStandIn } from './missing-code/dialog-stand-in.tsx'

// These dialogs are loaded after their screen, because they are large.

export const loadUploadDialog = async () => (await import('#web/features/uploads/upload-dialog.tsx')).UploadDialog
const LateUploadDialog = lateComponent(loadUploadDialog, (props) => (
  <DialogStandIn title="Upload Project Details" {...props} />
))
export const UploadDialog = (props: Omit<ComponentProps<typeof LateUploadDialog>, 'flightCheck'>) => (
  <LateUploadDialog {...props} flightCheck={FlightCheck} />
)

export const loadAddMapsDialog = async () =>
  (await import('#web/features/uploads/maps/add-maps-dialog.tsx')).AddMapsDialog
export const AddMapsDialog = lateComponent(loadAddMapsDialog, (props) => <DialogStandIn title="Add maps" {...props} />)

export const DescribeMapDialog = lateComponent(
  async () => (await import('#web/features/maps/list/describe-map-dialog.tsx')).DescribeMapDialog,
  (props) => <DialogStandIn title="Describe" {...props} />,
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

export const loadMyAnalysisDialog = async () => (await import('./customer/my-analysis.tsx')).MyAnalysis
export const MyAnalysisDialog = lateComponent(loadMyAnalysisDialog, (props) => (
  <DialogStandIn title="Uploaded Project Detail" {...props} />
))

export const loadReportUploadDialog = async () =>
  (await import('#web/features/uploads/report-upload-dialog.tsx')).ReportUploadDialog
export const ReportUploadDialog = lateComponent(loadReportUploadDialog, (props) => (
  <DialogStandIn title="Upload Report" {...props} />
))

export const loadRequestDialog = async () => (await import('#web/features/analyses/request-dialog.tsx')).RequestDialog
export const RequestDialog = lateComponent(loadRequestDialog, (props) => (
  <DialogStandIn title="Requested User Details" {...props} />
))

export const loadMyReportDialog = async () => (await import('./customer/my-report-dialog.tsx')).MyReportDialog
export const MyReportDialog = lateComponent(loadMyReportDialog, (props) => (
  <DialogStandIn title="Processed Reports" {...props} />
))

export const loadStaffReportDialog = async () => (await import('./staff/staff-report-dialog.tsx')).StaffReportDialog
export const StaffReportDialog = lateComponent(loadStaffReportDialog, (props) => (
  <DialogStandIn title="Admin Reports" {...props} />
))

export const loadVerifyUserDialog = async () =>
  (await import('#web/features/users/verify-user-dialog.tsx')).VerifyUserDialog
export const VerifyUserDialog = lateComponent(loadVerifyUserDialog, (props) => (
  <DialogStandIn title="Verify User" {...props} />
))

/** Loads a dialog once its screen is shown. A failure is tried again when the dialog is opened. */
export const usePreload = (load: () => Promise<unknown>): void => useEffect(() => void load().catch(() => {}), [load])
