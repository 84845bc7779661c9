import { ownMaps } from '#contract/own-maps.ts'
import { fetchArrived } from '#transfer/send-rest.ts'
import type { UploadSource } from '#transfer/upload-source.ts'
import { callsOf } from '#web/lib/api.ts'
import { putPart } from '../put-part.ts'
import { type QueueTask, queueTaskFor } from '../queue-task.ts'
import { forRetries } from '../upload-calls.ts'
import type { QueueCalls } from '../upload-queue.ts'

const { call } = callsOf(ownMaps)

export type MapDetails = {
  projectType: string
  /** What people said of the date of a file. */
  dates: ReadonlyMap<UploadSource, string>
}
export type MapTask = QueueTask<MapDetails>

const mapCalls: QueueCalls<MapDetails> = {
  async start({ file, open, details: { projectType, dates }, totalChunks, fingerprint, signal }) {
    if (open) {
      const query = { uploadId: open.uploadId, fileId: open.id }
      return (await forRetries(call('resumeMapUpload', { query, signal }))).data
    }
    const takenOn = dates.get(file)
    const body = {
      projectType,
      fileName: encodeURIComponent(file.name),
      fileSize: file.size,
      totalChunks,
      fingerprint,
      ...(takenOn && { takenOn }),
    }
    return (await forRetries(call('startMapUpload', { body, signal }))).data
  },
  put: putPart,
  fetchArrived,
  async complete({ id, uploadId, receipts, signal }) {
    await forRetries(call('completeMapUpload', { query: { uploadId, fileId: id }, body: receipts, signal }))
  },
  async confirm({ id, uploadId, digest }) {
    await forRetries(call('confirmMapContent', { query: { uploadId, fileId: id }, body: { digest } }))
  },
}

/** The files that are added to the projects of the person who is signed in. */
export const mapTask = (onUploaded: () => void): MapTask =>
  queueTaskFor('own maps', {
    calls: mapCalls,
    completing: 'alone',
    cancel: ({ id, uploadId }) => call('cancelMapUpload', { query: { uploadId, fileId: id } }),
    doneText: (_, files) =>
      files === 1 ? 'File added. It is under Maps.' : `${files} files added. They are under Maps.`,
    onUploaded,
  })
