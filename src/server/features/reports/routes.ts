import type { Handlers } from '../../handler.ts'
import { getReport } from './get-report.ts'
import { publishAttached } from './publish-attached.ts'
import { removeReportFile } from './remove-report-file.ts'
import { uploadReportByForm } from './upload-by-form.ts'

export const reportHandlers = {
  getReport: async ({ deps, caller, query }) => ({ data: await getReport(deps, caller, query) }),
  uploadReportByForm: ({ deps, caller, query, form }) => uploadReportByForm(deps, caller, { ...query, form }),
  publishReport: ({ deps, caller, body }) => publishAttached(deps, caller, body),
  removeReportFile: ({ deps, caller, query }) => removeReportFile(deps, caller, query),
} satisfies Partial<Handlers>
