import type { Handlers } from '../../handler.ts'
import { getArchivesKept, setArchivesKept } from './archives-kept.ts'
import { deleteSubject, restoreSubject } from './delete-subject.ts'
import { getDeletionContents } from './get-contents.ts'
import { listDeletions } from './list-deletions.ts'
import { setLegalHold } from './set-legal-hold.ts'

const request = ({ analysisRequestId }: { analysisRequestId: string }) =>
  ({ kind: 'request', id: analysisRequestId }) as const
const account = ({ userId }: { userId: string }) => ({ kind: 'account', id: userId }) as const
const trial = ({ trialId }: { trialId: string }) => ({ kind: 'trial', id: trialId }) as const
const file = ({ fileId }: { fileId: string }) => ({ kind: 'file', id: fileId }) as const

export const deletionHandlers = {
  getDeletionContents: async ({ deps, caller, query }) => ({ data: await getDeletionContents(deps, caller, query) }),
  listDeletions: async ({ deps, caller, query }) => ({ data: await listDeletions(deps, caller, query) }),
  deleteSubject: async ({ deps, caller, query }) => ({ data: await deleteSubject(deps, caller, query) }),
  restoreSubject: ({ deps, caller, body }) => restoreSubject(deps, caller, body),
  deleteRequest: async ({ deps, caller, query }) => ({ data: await deleteSubject(deps, caller, request(query)) }),
  restoreRequest: ({ deps, caller, body }) => restoreSubject(deps, caller, request(body)),
  deleteMyRequest: async ({ deps, caller, query }) => ({ data: await deleteSubject(deps, caller, request(query)) }),
  restoreMyRequest: ({ deps, caller, body }) => restoreSubject(deps, caller, request(body)),
  deleteTrial: async ({ deps, caller, query }) => ({ data: await deleteSubject(deps, caller, trial(query)) }),
  deleteMap: async ({ deps, caller, query }) => ({ data: await deleteSubject(deps, caller, file(query)) }),
  restoreMap: ({ deps, caller, body }) => restoreSubject(deps, caller, file(body)),
  deleteMyAccount: async ({ deps, caller }) => ({ data: await deleteSubject(deps, caller, account(caller)) }),
  restoreMyAccount: ({ deps, caller }) => restoreSubject(deps, caller, account(caller)),
  getArchivesKept: async ({ deps, caller }) => ({ data: await getArchivesKept(deps, caller) }),
  setArchivesKept: ({ deps, caller, body }) => setArchivesKept(deps, caller, body),
  setLegalHold: ({ deps, caller, body }) => setLegalHold(deps, caller, body),
} satisfies Partial<Handlers>
