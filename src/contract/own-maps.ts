// Finished maps that customers add to a project, without a request.
import { z } from 'zod'
import { data, endpoint, id, TEXT_BYTES_MAX } from './endpoint.ts'
import {
  description,
  digest,
  fileName,
  fingerprint,
  projectType,
  RECEIPTS_BYTES_MAX,
  receipts,
  slots,
  started,
  totalChunks,
  uploadId,
} from './uploads.ts'

/** Of an own file: both ids are those that its start answered. */
const ownUpload = z.object({ uploadId, fileId: id })

export const ownMaps = {
  startMapUpload: endpoint({
    tag: 'maps',
    method: 'POST',
    path: '/maps/generate-presigned-url/new',
    access: 'customer',
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
    tag: 'maps',
    method: 'POST',
    path: '/maps/complete',
    access: 'customer',
    limit: 'completion',
    summary: 'Check that all parts have arrived, and add the file to its project, once',
    query: ownUpload,
    body: receipts,
    bodyBytesMax: RECEIPTS_BYTES_MAX,
    reply: data(z.object({ fileId: z.string(), mapId: z.string() })),
    success: 'Map added',
    errors: [404, 409],
  }),
  resumeMapUpload: endpoint({
    tag: 'maps',
    method: 'GET',
    path: '/maps/upload',
    access: 'customer',
    limit: 'general',
    summary: 'The parts of an open upload of an own file that have arrived, and new URLs for the others',
    query: ownUpload,
    reply: data(slots),
    success: 'Upload loaded',
    errors: [404, 409],
  }),
  cancelMapUpload: endpoint({
    tag: 'maps',
    method: 'DELETE',
    path: '/maps/upload',
    access: 'customer',
    limit: 'general',
    summary: 'Cancel an open upload of an own file and free its storage',
    query: ownUpload,
    success: 'Upload removed',
    errors: [404, 409],
  }),
  confirmMapContent: endpoint({
    tag: 'maps',
    method: 'POST',
    path: '/maps/confirm-content',
    access: 'customer',
    limit: 'general',
    summary: "Send the digest of an own file on the sender's computer; the first one is kept",
    query: ownUpload,
    body: z.object({ digest }),
    success: 'Digest saved',
    errors: [404, 409],
  }),
}
