// Finished maps that customers add to a project, without a request.
import { z } from 'zod'
import { data, endpoint, id, TEXT_BYTES_MAX, timestamp } from './endpoint.ts'
import {
  cancelled,
  completed,
  confirmed,
  description,
  fileName,
  fingerprint,
  projectType,
  resumed,
  started,
  totalChunks,
  uploadId,
} from './uploads.ts'

/** Of an own file: both ids are those that its start answered. */
const ownUpload = z.object({ uploadId, fileId: id })

const bySender = { tag: 'maps', access: 'customer', scopes: ['uploads:write'], limit: 'general' } as const
const byOwner = { tag: 'maps', access: 'customer', least: 'owner', limit: 'general' } as const

export const ownMaps = {
  startMapUpload: endpoint({
    ...bySender,
    method: 'POST',
    path: '/maps/generate-presigned-url/new',
    limit: 'upload-start',
    summary:
      'Start the upload of a finished map, or another file of a project, without a request; the same file again resumes it',
    body: z.object({
      fileName,
      description,
      projectType,
      id: z.literal('').default(''),
      totalChunks,
      fileSize: z.int('Say how many bytes the file has').min(1, 'The file is empty'),
      fingerprint,
      takenOn: z.iso.date('This is not a date').optional(),
      trialId: id.optional().meta({ description: 'The trial for which it is' }),
    }),
    bodyBytesMax: TEXT_BYTES_MAX,
    ...started,
  }),
  completeMapUpload: endpoint({
    ...bySender,
    method: 'POST',
    path: '/maps/complete',
    limit: 'completion',
    summary: 'Check that all parts have arrived, and add the file to its project, once',
    query: ownUpload,
    ...completed,
    reply: data(z.object({ fileId: z.string(), mapId: z.string() })),
    success: 'Map added',
  }),
  resumeMapUpload: endpoint({
    ...bySender,
    method: 'GET',
    path: '/maps/upload',
    least: 'editor',
    summary: 'The parts of an open upload of an own file that have arrived, and new URLs for the others',
    query: ownUpload,
    ...resumed,
  }),
  cancelMapUpload: endpoint({
    ...bySender,
    method: 'DELETE',
    path: '/maps/upload',
    summary: 'Cancel an open upload of an own file and free its storage',
    query: ownUpload,
    ...cancelled,
  }),
  confirmMapContent: endpoint({
    ...bySender,
    method: 'POST',
    path: '/maps/confirm-content',
    summary: "Send the digest of an own file on the sender's computer; the first one is kept",
    query: ownUpload,
    ...confirmed,
  }),
  deleteMap: endpoint({
    ...byOwner,
    method: 'DELETE',
    path: '/maps',
    summary: 'Delete an own file. It is removed for good after 30 days, and can be taken back until then',
    query: z.object({ fileId: id }),
    reply: data(z.object({ purgeOn: timestamp })),
    success: 'Map deleted',
    errors: [404],
  }),
  restoreMap: endpoint({
    ...byOwner,
    method: 'POST',
    path: '/maps/restore',
    summary: 'Take back that an own file was deleted',
    body: z.object({ fileId: id }),
    success: 'Map taken back',
    errors: [404, 409],
  }),
}
