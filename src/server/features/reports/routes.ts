import type { Handlers } from '../../handler.ts'
import { cancelUpload } from '../uploads/cancel-upload.ts'
import { confirmContent } from '../uploads/confirm-content.ts'
import { resumeUpload } from '../uploads/resume-upload.ts'
import { completeReportUpload } from './complete-report-upload.ts'
import { getReport } from './get-report.ts'
import { getReportTable } from './get-report-table.ts'
import { openReport } from './open-report.ts'
import { publishAllDrafts } from './publish-all-drafts.ts'
import { removeReportFile } from './remove-report-file.ts'
import { startReportUpload } from './start-report-upload.ts'
import { uploadReportByForm } from './upload-by-form.ts'

export const reportHandlers = {
  getReport: async ({ deps, caller, query }) => ({ data: await getReport(deps, caller, query) }),
  openReport: ({ deps, caller, body }) => openReport(deps, caller, body),
  getReportTable: async ({ deps, caller, query, signal }) => ({
    data: await getReportTable(deps, caller, { ...query, signal }),
  }),
  uploadReportByForm: ({ deps, caller, query, form }) => uploadReportByForm(deps, caller, { ...query, form }),
  publishReport: ({ deps, caller, body }) => publishAllDrafts(deps, caller, body),
  removeReportFile: ({ deps, caller, query }) => removeReportFile(deps, caller, query),
  startReportUpload: async ({ deps, caller, body }) => ({ data: await startReportUpload(deps, caller, body) }),
  completeReportUpload: ({ deps, caller, query, body }) =>
    completeReportUpload(deps, caller, { ...query, publish: query.publish === 'true', parts: body }),
  resumeReportUpload: async ({ deps, query }) => ({ data: await resumeUpload(deps, { kind: 'REPORT' }, query) }),
  cancelReportUpload: ({ deps, caller, query }) => cancelUpload(deps, caller, { ...query, kind: 'REPORT' }),
  confirmReportContent: ({ deps, query, body }) => confirmContent(deps, { kind: 'REPORT' }, { ...query, ...body }),
} satisfies Partial<Handlers>
