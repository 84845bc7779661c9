import type { Handlers } from '../../handler.ts'
import { storageByProject, storageUseOf } from '../../quota.ts'
import { cancelUpload } from './cancel-upload.ts'
import { completeUpload } from './complete-upload.ts'
import { confirmContent } from './confirm-content.ts'
import { listOpenUploads } from './list-open-uploads.ts'
import { resumeUpload } from './resume-upload.ts'
import { startUpload } from './start-upload.ts'

export const uploadHandlers = {
  startUpload: async ({ deps, caller, body }) => ({ data: await startUpload(deps, caller, body) }),
  completeUpload: ({ deps, caller, query, body }) => completeUpload(deps, caller, { ...query, parts: body }),
  resumeUpload: async ({ deps, caller, query }) => ({
    data: await resumeUpload(deps, { kind: 'ARCHIVE', sender: caller }, query),
  }),
  listOpenUploads: async ({ deps, caller }) => ({ data: await listOpenUploads(deps, caller) }),
  getMyStorage: async ({ deps: { db, config }, caller: { accountId } }) => ({
    data: await storageUseOf(db, { accountId, quotaBytes: config.customerQuotaBytes }),
  }),
  getStorageByProject: async ({ deps, caller }) => ({ data: await storageByProject(deps.db, caller.accountId) }),
  cancelUpload: ({ deps, caller, query }) => cancelUpload(deps, caller, { ...query, kind: 'ARCHIVE' }),
  confirmContent: ({ deps, caller, query, body }) =>
    confirmContent(deps, { kind: 'ARCHIVE', sender: caller }, { ...query, ...body }),
} satisfies Partial<Handlers>
