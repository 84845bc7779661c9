import { z } from 'zod'
import { ENGINE_NAMES, LEVELS } from '#domain/processing.ts'
import { REMARKS_MAX, REPORT_FILE_KINDS } from '#domain/reports.ts'
import { analysisId, data, endpoint, id, TEXT_BYTES_MAX, timestamp } from './endpoint.ts'
import { fileReceipt } from './uploads.ts'

const author = z.object({ fullName: z.string(), email: z.string() })

const unknownOr = z.nullable(z.number())

export const surfaceAccuracy = z.object({
  noiseCm: unknownOr.meta({
    description: 'Of a height of a surface: half the spread of every other photo against the others',
  }),
  level: z.nullable(z.enum(LEVELS)).meta({ description: 'What heights above the sea hang on' }),
  tiltPercent: unknownOr.meta({
    description: 'How far a surface may be tilted, by the same halves, each adjusted by itself',
  }),
  bowCm: unknownOr.meta({ description: 'How far it may be bent' }),
})

export const madeBy = z
  .nullable(
    z.object({
      engine: z
        .enum(ENGINE_NAMES)
        .meta({ description: 'What `preview` makes is as exact as the GPS of the drone; say so wherever it is shown' }),
      time: timestamp.meta({ description: 'When its run was requested' }),
      version: z
        .nullable(z.string())
        .meta({ description: 'What worked on it, as it says it: ODM 3.5.3, NodeODM 2.2.4' }),
      options: z
        .record(z.string(), z.unknown())
        .meta({ description: 'Of its run beyond its preset, by the names of the engine' }),
      accuracy: z
        .nullable(surfaceAccuracy)
        .meta({ description: 'Of a surface of our own engine, by every other photo against the others' }),
    }),
  )
  .meta({ description: 'The run that made it, also once it is published; null for a file that people attached' })
export type MadeBy = NonNullable<z.infer<typeof madeBy>>

const points = z.object({
  url: z.string(),
  bytes: z.int(),
  count: z.int(),
  step: z.int(),
  shown: z.int(),
  hasColours: z.boolean(),
  centre: z.tuple([z.number(), z.number(), z.number()]),
})

export const reportFile = z.object({
  storedName: z.string().meta({ description: 'Last path segment of its link, decoded' }),
  fileName: z.string(),
  size: z.int(),
  kind: z.string().meta({ enum: REPORT_FILE_KINDS, description: 'The kind of file, according to its name' }),
  addedTime: timestamp,
  mapId: z.nullable(z.string()).meta({ description: 'Of a GeoTIFF: the map in `GET /maps`' }),
  madeBy,
  purpose: z.nullable(z.string()).meta({ description: 'Of what a run made: what it is for, for people' }),
  isPublished: z.boolean().meta({ description: 'False for a draft, which only staff see' }),
  isInfected: z.boolean(),
  url: z.nullable(z.string()).meta({ description: 'Signed download link; null for an infected file' }),
  thumbnailUrl: z.nullable(z.string()).meta({ description: 'Signed link to a thumbnail' }),
  previewUrl: z.nullable(z.string()).meta({ description: 'Signed link to a preview as large as a screen' }),
  pixels: z.nullable(z.object({ width: z.int(), height: z.int() })).meta({ description: 'The size of a picture' }),
  points: z.nullable(points).meta({
    description:
      'Every n-th point of a LAS or LAZ file. The signed link has x, y, z of each as 32-bit floats from the centre, then red, green, blue of each as bytes',
  }),
  pointsReason: z.nullable(z.string()).meta({ description: "Why a point cloud can't be shown" }),
  model: z.nullable(z.object({ url: z.string(), bytes: z.int() })).meta({
    description: 'For a GLB with Draco compression, a signed link to a copy of it without, for a viewer',
  }),
  modelReason: z.nullable(z.string()).meta({ description: "Why a GLB can't be shown, where a look at it has told" }),
  isChecking: z
    .boolean()
    .meta({ description: 'A job is still reading the file; load the report again in a few seconds' }),
  openUrl: z.nullable(z.string()).meta({ description: 'Signed link that opens a PDF or a picture in the browser' }),
})
export type ReportFile = z.infer<typeof reportFile>

const reportVersion = z.object({
  number: z.int().meta({ description: 'The first publication of a report is 1' }),
  time: timestamp,
  author,
  remarks: z.nullable(z.string()).meta({ description: 'Null for older publications, whose remarks were not kept' }),
  added: z.array(z.string()).meta({ description: 'Names of the files that were new' }),
  removed: z.array(z.string()).meta({ description: 'Names of the files removed since the previous version' }),
})
export type ReportVersion = z.infer<typeof reportVersion>

const report = z.object({
  updatedBy: author,
  updatedTime: timestamp,
  remarks: z.string(),
  reportUrls: z
    .array(z.string())
    .meta({ description: 'Signed download links, valid for one hour; for an infected file only its stored name' }),
  reportSizes: z.array(z.int()).meta({ description: 'The size in bytes of each file in reportUrls' }),
  receipts: z.array(fileReceipt).meta({ description: 'The receipt of each file in reportUrls' }),
  files: z.array(reportFile).meta({ description: 'The files in reportUrls, in the same order, with details' }),
  allFilesUrl: z
    .string()
    .meta({ description: 'Signed link, valid for one hour, to a ZIP file of all files except infected ones' }),
  versions: z.array(reportVersion).meta({ description: 'The newest publications, newest first' }),
})
export type Report = z.infer<typeof report>

const reportTable = z.object({
  sheet: z.nullable(z.string()).meta({ description: 'The name of the first visible sheet of a workbook' }),
  rows: z
    .array(z.array(z.string()))
    .meta({ description: 'The header row and at most 1,000 more, of at most 100 columns' }),
  hasMoreRows: z.boolean(),
  hasMoreColumns: z.boolean(),
})
export type ReportTable = z.infer<typeof reportTable>

export const reports = {
  getReport: endpoint({
    tag: 'reports',
    method: 'GET',
    path: '/crop-images/getReportById',
    access: 'customer-or-admin',
    links: ['report'],
    limit: 'general',
    summary: 'The report of a request, or null while there is none. Customers see only their own, once published',
    query: z.object({ analysisRequestId: id }),
    reply: data(z.nullable(report)),
    success: 'Report loaded',
    errors: [404],
  }),
  openReport: endpoint({
    tag: 'reports',
    method: 'POST',
    path: '/crop-images/report-opened',
    access: 'customer',
    scopes: [],
    least: 'viewer',
    limit: 'general',
    summary: 'Record that the customer opened the report, so their list no longer shows it as new',
    body: z.object({
      analysisRequestId: id,
      updatedTime: timestamp.meta({
        description: 'The updatedTime of the report that was shown; a later publication stays new',
      }),
    }),
    success: 'Report opened',
    errors: [404],
  }),
  getReportTable: endpoint({
    tag: 'reports',
    method: 'GET',
    path: '/crop-images/report-table',
    access: 'customer-or-admin',
    links: ['report'],
    limit: 'table',
    summary: 'The first rows of a CSV or XLSX file of a report',
    query: z.object({
      analysisRequestId: id,
      storedName: z.string().min(1).max(2000).meta({ description: 'Last path segment of its link, decoded' }),
    }),
    reply: data(reportTable),
    success: 'Table loaded',
    errors: [404, 409, 503],
  }),
  uploadReportByForm: endpoint({
    tag: 'reports',
    method: 'POST',
    path: '/admin-crop/upload-report',
    access: 'admin',
    limit: 'general',
    summary: 'Attach and publish report files in one multipart form, for scripts',
    query: z.object({ analysisRequestId: analysisId }),
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
    errors: [404, 409, 413],
  }),
  publishReport: endpoint({
    tag: 'reports',
    method: 'POST',
    path: '/admin-crop/publish',
    access: 'admin',
    limit: 'general',
    summary: 'Publish all attached files, also after the report was withdrawn; repeating the call changes nothing',
    body: z.object({
      analysisRequestId: id,
      description: z.string().max(REMARKS_MAX, `At most ${REMARKS_MAX} characters`).optional().meta({
        description: 'Remarks; if empty, those of the newest unpublished file, or else the current ones',
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
    summary: 'Remove a file from a report; when no published file is left, the request is under review again',
    query: z.object({
      analysisRequestId: id,
      storedName: z.string().min(1).max(2000).meta({ description: 'Last path segment of its link, decoded' }),
    }),
    success: 'File removed',
    errors: [404, 409],
  }),
}
