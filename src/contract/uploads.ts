import { z } from 'zod'
import { DESCRIPTION_MAX, isReportCategory, REPORT_CATEGORY_IDS } from '#domain/analyses.ts'
import { MiB } from '#domain/units.ts'
import { PARTS_MAX } from '#domain/uploads.ts'
import { PROJECT_TYPE_MAX } from '#domain/users.ts'
import { analysisId, data, endpoint, id, NO_ID, TEXT_BYTES_MAX, timestamp } from './endpoint.ts'
import { FLIGHT_ANSWERS_BYTES_MAX, flightAnswers } from './flight-answers.ts'
import { inspection } from './inspection.ts'

export const projectType = z.string().trim().min(1, 'Project name is required').max(PROJECT_TYPE_MAX)
export const fileName = z
  .string()
  .min(1, 'A file is required')
  .max(2000)
  .meta({ description: 'URL-encoded; decoded once' })
export const totalChunks = z
  .int('Number of parts must be a whole number')
  .min(1, 'Number of parts must be at least 1')
  .max(PARTS_MAX, 'A file has at most 10000 parts')
const fileSize = z.int().min(1, 'The file is empty').optional().meta({
  description: 'The size of the file in bytes; when given, each part URL accepts exactly the bytes of its part',
})
export const description = z.string().max(DESCRIPTION_MAX, `At most ${DESCRIPTION_MAX} characters`).default('')
const reportCategory = z
  .string()
  .refine(isReportCategory, 'Unknown report category')
  .meta({ enum: REPORT_CATEGORY_IDS })

const slots = z.object({
  preSignedUrl: z.object({
    preSignedUrls: z.record(z.string(), z.string()).meta({ description: 'Part number to URL for a PUT' }),
    uploadId: z.string(),
    key: z.string(),
  }),
  id: z.string().meta({ description: 'analysisRequestId; of an own file, its id' }),
  partSize: z.int().meta({ description: 'The size in bytes of every part except the last' }),
  received: z
    .array(z.object({ partNumber: z.int(), etag: z.string(), size: z.int() }))
    .meta({ description: 'Completed parts, which need no URL' }),
  incomplete: z
    .array(z.object({ partNumber: z.int(), size: z.int() }))
    .optional()
    .meta({
      description:
        'Parts of which some bytes have arrived: HEAD of the URL returns Upload-Offset and ETag, PATCH sends the rest. ' +
        'Absent when the store accepts whole parts only',
    }),
})
export type PresignedUpload = z.infer<typeof slots>

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'Expected 64 lowercase hexadecimal digits')
export const fingerprint = sha256.optional().meta({
  description: 'SHA-256 of the size and samples of the file; distinguishes files with the same name and size',
})
const digest = sha256.meta({
  description: "SHA-256 over the binary SHA-256 digests of the file's 4 MiB blocks, as on the sender's computer",
})

/** The receipt of a complete file. */
export const fileReceipt = z.object({
  fileName: z.string(),
  size: z.int(),
  receivedTime: timestamp,
  sha256: z.nullable(z.string()).meta({ description: 'Of the complete file as stored; null until it has been hashed' }),
  agrees: z.nullable(z.boolean()).meta({
    description: "Whether it is the file on the sender's computer; null while unknown, or if the sender sent no digest",
  }),
  inspection: z
    .nullable(inspection)
    .optional()
    .meta({ description: 'The contents of an archive; null until it has been inspected, absent for report files' }),
  virusScan: z.enum(['not-scanned', 'clean', 'infected']).optional().meta({
    description: 'An infected file has a name but no link. Absent for customers if the file was not scanned',
  }),
})
export type FileReceipt = z.infer<typeof fileReceipt>

/** The id of the store, which an S3 server may choose in any length. */
export const uploadId = z.string().regex(/^[0-9A-Za-z_-]{1,1024}$/, NO_ID)
const uploadRef = z.object({ uploadId, analysisRequestId: id })
const receipts = z
  .array(
    z.object({
      partNumber: z.int().min(1).max(PARTS_MAX),
      etag: z
        .string()
        .min(1, 'Every part needs its ETag')
        .max(200)
        .transform((etag) => etag.replaceAll('"', '')),
    }),
    { error: 'Expected a list of {partNumber, etag}' },
  )
  .min(1, 'List the parts that were uploaded')
  .max(PARTS_MAX)

/** 104 bytes for each of 10,000 completed parts: enough for a quoted ETag of 64 characters. Stores use 17 to 40. */
const RECEIPTS_BYTES_MAX = MiB(1)

const openUpload = z.object({
  id: z.string().meta({ description: 'analysisRequestId' }),
  uploadId: z.string(),
  fileName: z.string(),
  fileSize: z.nullable(z.int()),
  fingerprint: z.nullable(z.string()),
  projectType: z.string(),
  description: z.string(),
  reportCategories: z.array(z.string()),
  startedTime: timestamp,
  totalChunks: z.int(),
  partsThere: z.int(),
  partsMissing: z.int(),
  bytesThere: z.int(),
})
export type OpenUpload = z.infer<typeof openUpload>

/** The storage that a customer uses. */
export const storageUse = z.object({
  usedBytes: z.int().meta({ description: 'Complete archives, plus the announced sizes of open uploads' }),
  quotaBytes: z.int(),
})

// What archives, files of reports and own files share.
export const started = {
  reply: data(slots),
  success: 'Upload started',
  statusCodeAs: 'text',
  errors: [404, 409, 413, 429, 507],
} as const
export const completed = { body: receipts, bodyBytesMax: RECEIPTS_BYTES_MAX, errors: [404, 409] } as const
export const resumed = { reply: data(slots), success: 'Upload loaded', errors: [404, 409] } as const
export const cancelled = { success: 'Upload removed', errors: [404, 409] } as const
export const confirmed = { body: z.object({ digest }), success: 'Digest saved', errors: [404, 409] } as const

const byCustomer = { tag: 'uploads', access: 'customer', limit: 'general' } as const
const byStaff = { tag: 'uploads', access: 'admin', limit: 'general' } as const

export const uploads = {
  startUpload: endpoint({
    ...byCustomer,
    method: 'POST',
    path: '/crop-images/generate-presigned-url/new',
    limit: 'upload-start',
    summary:
      'Start the upload of one archive; with the id of a request, resume its open upload or answer its rejection',
    body: z.object({
      fileName,
      description,
      projectType,
      id: id
        .or(z.literal(''))
        .default('')
        .meta({
          description:
            "'' for a new request. Of a request with an open upload: resumes it. Of a rejected request: its new archive, " +
            'with which the description and reportCategories of this call replace those of the request once it has arrived',
        }),
      totalChunks,
      reportCategories: z
        .array(reportCategory)
        .min(1, 'Please select at least one report category')
        .max(50)
        .transform((categories) => [...new Set(categories)]),
      fileSize,
      fingerprint,
      flight: flightAnswers.optional().meta({
        description:
          'What the photos do not say of the flight; of an upload that is resumed, what was said stays when it is left out',
      }),
    }),
    bodyBytesMax: TEXT_BYTES_MAX + FLIGHT_ANSWERS_BYTES_MAX,
    ...started,
  }),
  completeUpload: endpoint({
    ...byCustomer,
    method: 'POST',
    path: '/crop-images/complete',
    limit: 'completion',
    summary: 'Check that all parts have arrived and submit the request, once',
    query: uploadRef,
    ...completed,
    success: 'File uploaded successfully!',
  }),
  resumeUpload: endpoint({
    ...byCustomer,
    method: 'GET',
    path: '/crop-images/upload',
    least: 'editor',
    summary: 'The parts of an open upload that have arrived, and new URLs for the others',
    query: uploadRef,
    ...resumed,
  }),
  listOpenUploads: endpoint({
    ...byCustomer,
    method: 'GET',
    path: '/crop-images/uploads',
    summary: "The customer's own unfinished uploads, newest first",
    reply: data(z.array(openUpload)),
    success: 'Uploads loaded',
  }),
  getMyStorage: endpoint({
    ...byCustomer,
    method: 'GET',
    path: '/crop-images/storage',
    scopes: [],
    summary: 'Storage used by the customer, and their quota',
    reply: data(storageUse),
    success: 'Storage loaded',
  }),
  cancelUpload: endpoint({
    ...byCustomer,
    method: 'DELETE',
    path: '/crop-images/upload',
    summary: 'Cancel an open upload and free its storage',
    query: uploadRef,
    ...cancelled,
  }),
  confirmContent: endpoint({
    ...byCustomer,
    method: 'POST',
    path: '/crop-images/confirm-content',
    summary: "Send the digest of the file on the sender's computer, during its upload or after; the first one is kept",
    query: uploadRef,
    ...confirmed,
  }),
  startReportUpload: endpoint({
    ...byStaff,
    method: 'POST',
    path: '/admin-crop/generate-presigned-url/new',
    limit: 'report-start',
    summary: 'Start the upload of one report file: id is the analysisRequestId, description the remarks',
    body: z.object({
      fileName,
      description,
      projectType,
      id: analysisId,
      totalChunks,
      reportCategories: z.array(z.string().max(64)).max(50).default([]),
      fileSize,
      fingerprint,
    }),
    bodyBytesMax: TEXT_BYTES_MAX,
    ...started,
  }),
  completeReportUpload: endpoint({
    ...byStaff,
    method: 'POST',
    path: '/admin-crop/complete',
    limit: 'completion',
    summary: 'Check that all parts have arrived and add the file to the report; publishes it by default',
    query: uploadRef.extend({
      publish: z
        .enum(['true', 'false'])
        .default('true')
        .meta({ description: "'false' for all but the last of several files" }),
    }),
    ...completed,
    success: 'File uploaded successfully!',
    statusCodeAs: 'text',
  }),
  resumeReportUpload: endpoint({
    ...byStaff,
    method: 'GET',
    path: '/admin-crop/upload',
    summary: 'The parts of an open report upload that have arrived, and new URLs for the others',
    query: uploadRef,
    ...resumed,
  }),
  cancelReportUpload: endpoint({
    ...byStaff,
    method: 'DELETE',
    path: '/admin-crop/upload',
    summary: 'Cancel an open report upload and free its storage',
    query: uploadRef,
    ...cancelled,
  }),
  confirmReportContent: endpoint({
    ...byStaff,
    method: 'POST',
    path: '/admin-crop/confirm-content',
    summary: "Send the digest of a report file on the sender's computer; the first one is kept",
    query: uploadRef,
    ...confirmed,
  }),
}
