import { type Attempt, type Job, type JobRun, runs } from './adapters/queue/queue.ts'
import type { Deps } from './deps.ts'
import { reindexUserJob } from './features/accounts/change-name.ts'
import { emailCode, emailCodeJob } from './features/accounts/codes/request-code.ts'
import { failedLoginAlertJob, sendFailedLoginAlert } from './features/accounts/passwords/failed-login-alert.ts'
import { purgeExpired, purgeExpiredJob } from './features/accounts/purge-expired.ts'
import { purgeRateLimits, purgeRateLimitsJob } from './features/accounts/purge-rate-limits.ts'
import { backfillRenamed, backfillRenamedJob, reindexUser } from './features/analyses/reindex-requests.ts'
import { purgeDeleted, purgeDeletedJob } from './features/deletions/purge-deleted.ts'
import { endRetention, retentionJob } from './features/deletions/retention.ts'
import { sendEmailJob } from './features/emails/queue-email.ts'
import { createSendEmail } from './features/emails/send-email.ts'
import { exchangeJob } from './features/exchange/exchange-job.ts'
import { exchangeStudy } from './features/exchange/exchange-study.ts'
import { sendAfterMeasuring } from './features/exchange/send-after-measuring.ts'
import { backfillFiles, backfillFilesJob } from './features/files/backfill-files.ts'
import { checkFile, checkFileJob } from './features/files/check-file.ts'
import { describeFlightJob, prepareMapJob, prepareModelJob, preparePointsJob } from './features/files/derived.ts'
import { prepareModel } from './features/files/prepare-model.ts'
import { preparePoints } from './features/files/prepare-points.ts'
import { removeObject, removeObjectJob } from './features/files/remove-object.ts'
import { verifyFiles, verifyFilesJob } from './features/files/verify-files.ts'
import { describeFlightOf } from './features/flights/describe-flight-of.ts'
import { keepOwnFile } from './features/maps/complete-map-upload.ts'
import { prepareMap } from './features/maps/prepare-map.ts'
import { readMapPictures } from './features/maps/read-map-pictures.ts'
import { sendDailyEmails, sendDailyEmailsJob } from './features/notices/send-daily-emails.ts'
import { discardRun } from './features/processing/discard-run.ts'
import { processRun } from './features/processing/process-run.ts'
import { discardRunJob, RUN_JOBS, startRunsJob } from './features/processing/run-jobs.ts'
import { startByItself } from './features/processing/start-by-itself.ts'
import { startRuns } from './features/processing/start-runs.ts'
import { attachReportFile } from './features/reports/complete-report-upload.ts'
import { flightFileJob } from './features/trials/flight-files/flight-file-job.ts'
import { writeFlightFile } from './features/trials/flight-files/write-flight-file.ts'
import { measureTrial as measureTrialOf } from './features/trials/measuring/measure-trial.ts'
import { measureTrialJob } from './features/trials/measuring/measure-trial-job.ts'
import { measureShifts } from './features/trials/shifts/measure-shifts.ts'
import { measureShiftsJob } from './features/trials/shifts/measure-shifts-job.ts'
import { demoTrialJob } from './features/trials/synthetic/demo-trial-job.ts'
import { exampleTrialJob } from './features/trials/synthetic/example-trial-job.ts'
import { makeDemoTrial } from './features/trials/synthetic/make-demo-trial.ts'
import { makeExampleTrial } from './features/trials/synthetic/make-example-trial.ts'
import { deleteUploadData, deleteUploadDataJob } from './features/uploads/cancel-upload.ts'
import { submitArchive } from './features/uploads/complete-upload.ts'
import { expireUploads, expireUploadsJob } from './features/uploads/expire-uploads.ts'
import { createFinishUpload } from './features/uploads/finish-upload.ts'
import { finishUploadJob } from './features/uploads/record-completed-parts.ts'
import { postWebhookJob } from './features/webhooks/announce-event.ts'
import { postWebhook } from './features/webhooks/post-webhook.ts'

/** The pictures of an email are those of maps. */
const sendEmail = createSendEmail(readMapPictures)

/** What an upload becomes is known above it: the archive of a request, a file of a report, or an own file. */
export const finishUpload = createFinishUpload({ ARCHIVE: submitArchive, REPORT: attachReportFile, OWN: keepOwnFile })

/** Processing is above flights, so what follows is known here. */
const describeFlight = async (deps: Deps, file: { fileId: string }, attempt: Attempt): Promise<void> => {
  await describeFlightOf(deps, file, attempt)
  await startByItself(deps, file)
}

/** Exchanges are above trials. */
const measureTrial = async (deps: Deps, of: { measurementId: string }, attempt: Attempt): Promise<void> => {
  await measureTrialOf(deps, of, attempt)
  await sendAfterMeasuring(deps, of)
}

const { preview: previewRunJob, farm: farmRunJob } = RUN_JOBS

/** Every kind of background work. */
export const jobRuns: readonly JobRun<Deps>[] = [
  runs(sendEmailJob, sendEmail),
  runs(postWebhookJob, postWebhook),
  runs(emailCodeJob, emailCode),
  runs(sendDailyEmailsJob, sendDailyEmails),
  runs(failedLoginAlertJob, sendFailedLoginAlert),
  runs(purgeRateLimitsJob, purgeRateLimits),
  runs(purgeExpiredJob, purgeExpired),
  runs(reindexUserJob, reindexUser),
  runs(backfillRenamedJob, backfillRenamed),
  runs(deleteUploadDataJob, deleteUploadData),
  runs(expireUploadsJob, expireUploads),
  runs(finishUploadJob, finishUpload),
  runs(checkFileJob, checkFile),
  runs(backfillFilesJob, backfillFiles),
  runs(verifyFilesJob, verifyFiles),
  runs(retentionJob, endRetention),
  runs(purgeDeletedJob, purgeDeleted),
  runs(removeObjectJob, removeObject),
  runs(describeFlightJob, describeFlight),
  runs(prepareMapJob, prepareMap),
  runs(startRunsJob, startRuns),
  runs(previewRunJob, processRun),
  runs(farmRunJob, processRun),
  runs(discardRunJob, discardRun),
  runs(measureTrialJob, measureTrial),
  runs(flightFileJob, writeFlightFile),
  runs(measureShiftsJob, measureShifts),
  runs(demoTrialJob, makeDemoTrial),
  runs(exampleTrialJob, makeExampleTrial),
  runs(preparePointsJob, preparePoints),
  runs(prepareModelJob, prepareModel),
  runs(exchangeJob, exchangeStudy),
]

export const jobs: readonly Job[] = jobRuns.map(({ job }) => job)
