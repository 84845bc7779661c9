import { type Job, type JobRun, runs } from './adapters/queue/queue.ts'
import type { Deps } from './deps.ts'
import { forgetLimits, forgetLimitsJob } from './features/accounts/forget-limits.ts'
import { forgetOld, forgetOldJob } from './features/accounts/forget-old.ts'
import { mailCode, mailCodeJob } from './features/accounts/mail-code.ts'
import { warnOfTries, warnOfTriesJob } from './features/accounts/warn-of-tries.ts'
import {
  indexRenamed,
  indexRenamedJob,
  indexRequestsOfUser,
  indexRequestsOfUserJob,
} from './features/analyses/index-requests.ts'
import { sendLetterJob } from './features/letters/post-letter.ts'
import { sendLetter } from './features/letters/send-letter.ts'
import { discardUpload, discardUploadJob } from './features/uploads/abandon-upload.ts'
import { checkFiles, checkFilesJob } from './features/uploads/check-files.ts'
import { checkForgotten, checkForgottenJob } from './features/uploads/check-forgotten.ts'
import { expireUploads, expireUploadsJob } from './features/uploads/expire-uploads.ts'
import { finishUpload } from './features/uploads/finish-upload.ts'
import { hashFile, hashFileJob, hashForgotten, hashForgottenJob } from './features/uploads/hash-file.ts'
import { inspectArchive, inspectArchiveJob } from './features/uploads/inspect-archive.ts'
import { finishUploadJob } from './features/uploads/note-receipts.ts'
import { scanFile, scanFileJob } from './features/uploads/scan-file.ts'

/** Every kind of background work. */
export const jobRuns: readonly JobRun<Deps>[] = [
  runs(sendLetterJob, sendLetter),
  runs(mailCodeJob, mailCode),
  runs(warnOfTriesJob, warnOfTries),
  runs(forgetLimitsJob, forgetLimits),
  runs(forgetOldJob, forgetOld),
  runs(indexRequestsOfUserJob, indexRequestsOfUser),
  runs(indexRenamedJob, indexRenamed),
  runs(discardUploadJob, discardUpload),
  runs(expireUploadsJob, expireUploads),
  runs(finishUploadJob, finishUpload),
  runs(hashFileJob, hashFile),
  runs(hashForgottenJob, hashForgotten),
  runs(checkFilesJob, checkFiles),
  runs(inspectArchiveJob, inspectArchive),
  runs(scanFileJob, scanFile),
  runs(checkForgottenJob, checkForgotten),
]

export const jobs: readonly Job[] = jobRuns.map(({ job }) => job)
