import { z } from 'zod'
import { REMARKS_MAX } from '#domain/reports.ts'
import { data, endpoint, id, TEXT_BYTES_MAX, timestamp } from './endpoint.ts'
import { fileReceipt } from './uploads.ts'

const report = z.object({
  updatedBy: z.object({ fullName: z.string(), email: z.string() }),
  updatedTime: timestamp,
  remarks: z.string(),
  reportUrls: z
    .array(z.string())
    .meta({ description: 'Signed download links, valid for one hour; for an infected file only its stored name' }),
  reportSizes: z.array(z.int()).meta({ description: 'Bytes of each file of reportUrls' }),
  receipts: z.array(fileReceipt).meta({ description: 'The receipt of each file of reportUrls' }),
})
export type Report = z.infer<typeof report>

export const reports = {
  getReport: endpoint({
    tag: 'reports',
    method: 'GET',
    path: '/crop-images/getReportById',
    access: 'customer-or-admin',
    limit: 'general',
    summary: 'The report of a request; data is null while there is none. Customers see published reports of their own.',
    query: z.object({ analysisRequestId: id }),
    reply: data(z.nullable(report)),
    success: 'Report loaded',
    errors: [404],
  }),
  uploadReportByForm: endpoint({
    tag: 'reports',
    method: 'POST',
    path: '/admin-crop/upload-report',
    access: 'admin',
    limit: 'general',
    summary: 'Attach and publish report files as one multipart form, for scripts',
    query: z.object({ analysisRequestId: id }),
    body: z.object({
      projectType: z.string().trim().min(1, 'Project name is required'),
      description: z.string().max(REMARKS_MAX).default('').meta({ description: 'Remarks' }),
      file: z
        .array(z.string())
        .min(1, 'At least one file is required')
        .meta({ description: 'One or more files, after the fields' }),
    }),
    encoding: 'form',
    success: 'Files uploaded successfully!',
    errors: [404, 413],
  }),
  publishReport: endpoint({
    tag: 'reports',
    method: 'POST',
    path: '/admin-crop/publish',
    access: 'admin',
    limit: 'general',
    summary:
      'Show the customer all that is attached, also after the report was taken back; the same again changes nothing',
    body: z.object({
      analysisRequestId: id,
      description: z.string().max(REMARKS_MAX, `At most ${REMARKS_MAX} characters`).optional().meta({
        description:
          'Remarks; left out or empty: those of the newest file that was not shown yet, else those that stand',
      }),
    }),
    bodyBytesMax: TEXT_BYTES_MAX,
    success: 'Report published',
    errors: [404, 409],
  }),
  removeReportFile: endpoint({
    tag: 'reports',
    method: 'DELETE',
    path: '/admin-crop/report-file',
    access: 'admin',
    limit: 'general',
    summary: 'Remove a file from a report; without files the request is under review again',
    query: z.object({
      analysisRequestId: id,
      storedName: z.string().min(1).max(2000).meta({ description: 'Last path segment of its link, decoded' }),
    }),
    success: 'File removed',
    errors: [404],
  }),
}
