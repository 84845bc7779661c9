import { type Job, type JobRun, runs } from './adapters/queue/queue.ts'
import type { Deps } from './deps.ts'
import { indexRequestsOfUserJob } from './features/accounts/change-name.ts'
import { forgetLimits, forgetLimitsJob } from './features/accounts/forget-limits.ts'
import { forgetOld, forgetOldJob } from './features/accounts/forget-old.ts'
import { mailCode, mailCodeJob } from './features/accounts/mail-code.ts'
import { warnOfTries, warnOfTriesJob } from './features/accounts/warn-of-tries.ts'
import { indexRenamed, indexRenamedJob, indexRequestsOfUser } from './features/analyses/index-requests.ts'
import { checkFile, checkFileJob, formerFileJobs } from './features/files/check-file.ts'
import { checkFiles, checkFilesJob } from './features/files/check-files.ts'
import { checkForgotten, checkForgottenJob, hashForgotten, hashForgottenJob } from './features/files/check-forgotten.ts'
import { removeObject, removeObjectJob } from './features/files/remove-file.ts'
import { sendLetterJob } from './features/letters/post-letter.ts'
import { sendLetter } from './features/letters/send-letter.ts'
import { attachReportFile } from './features/reports/complete-report-upload.ts'
import { discardUpload, discardUploadJob } from './features/uploads/abandon-upload.ts'
import { submitArchive } from './features/uploads/complete-upload.ts'
import { expireUploads, expireUploadsJob } from './features/uploads/expire-uploads.ts'
import { finishUploadBy } from './features/uploads/finish-upload.ts'
import { finishUploadJob } from './features/uploads/note-receipts.ts'

/** What an upload becomes is known above it: the archive of a request, or a file of a report. */
export const finishUpload = finishUploadBy({ ARCHIVE: submitArchive, REPORT: attachReportFile })

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
  runs(checkFileJob, checkFile),
  ...formerFileJobs.map((job) => runs(job, checkFile)),
  runs(hashForgottenJob, hashForgotten),
  runs(checkFilesJob, checkFiles),
  runs(removeObjectJob, removeObject),
  runs(checkForgottenJob, checkForgotten),
]

export const jobs: readonly Job[] = jobRuns.map(({ job }) => job)
