import { days } from './units.ts'

/** What can be deleted: an own file, the raw images of a request, a request, a trial, a project, an account. */
export const DELETION_KINDS = ['file', 'archive', 'request', 'trial', 'project', 'account'] as const
export type DeletionKind = (typeof DELETION_KINDS)[number]

/** So long what was deleted can be taken back. */
export const TAKE_BACK_DAYS = 30
export const PURGE_AFTER_MS = days(TAKE_BACK_DAYS)

/** So long before raw images are no longer kept, their customer is told, and again. */
export const RETENTION_NOTICE_DAYS = 14
export const RETENTION_REMINDER_DAYS = 3
export const ARCHIVES_KEPT_DAYS_MAX = 3650

/** In a sentence: 'the raw images of Soybean Trial'. */
export const DELETION_NOUNS = {
  file: 'the file',
  archive: 'the raw images of',
  request: 'the request',
  trial: 'the trial',
  project: 'the project',
  account: 'the account of',
} satisfies Record<DeletionKind, string>
