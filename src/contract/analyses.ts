import { z } from 'zod'
import { CHOOSABLE_STATUSES, VISIBLE_STATUSES } from '#domain/analyses.ts'
import { CHECK_STAGES } from '#domain/uploads.ts'
import { PROJECT_TYPE_MAX, STAFF_MESSAGE_MAX } from '#domain/users.ts'
import { areInOrder, csv, data, datesInOrder, endpoint, id, page, paging, purgeOn, timestamp } from './endpoint.ts'
import { fileReceipt } from './uploads.ts'

const status = z.enum(VISIBLE_STATUSES, { error: 'Unknown status' })

const analysisRow = z.object({
  analysisRequestId: z.string(),
  projectType: z.string(),
  submittedTime: timestamp,
  status: z.string().meta({ enum: VISIBLE_STATUSES, description: "Show a status that you don't know as it is" }),
  description: z.string(),
  fileUrls: z.array(z.string()).meta({
    description:
      'Signed download links, valid for one hour, the last archive first; for an infected file only its stored name',
  }),
  fileSizes: z.array(z.int()).meta({ description: 'The size in bytes of each file in fileUrls' }),
  receipts: z.array(fileReceipt).meta({ description: 'The receipt of each file in fileUrls' }),
  reportCategories: z.array(z.string()),
  message: z.nullable(z.string()).meta({ description: 'The message from staff that came with the current status' }),
  purgeOn,
  archivesPurgeOn: purgeOn,
})
export type AnalysisRow = z.infer<typeof analysisRow>

const myAnalysisRow = analysisRow.extend({
  mapThumbnails: z.array(z.string()).meta({ description: 'Signed links to pictures of the first maps of its report' }),
  hasNewReport: z.boolean().meta({ description: 'The report has not been opened since it was last published' }),
})
export type MyAnalysisRow = z.infer<typeof myAnalysisRow>

const analysisOfUser = analysisRow.extend({
  user: z.object({ userId: z.string(), fullName: z.string(), email: z.string(), roles: z.array(z.string()) }),
  assignee: z
    .nullable(z.object({ userId: z.string(), fullName: z.string() }))
    .meta({ description: 'The member of staff who works on the request' }),
  reportFiles: z.int().meta({ description: 'How many files the report has, published or not' }),
  flight: z
    .nullable(
      z.object({
        worst: z.nullable(z.enum(['stop', 'warn'])).meta({ description: 'Null when nothing above inform is open' }),
        open: z.int().meta({ description: 'How many open findings are as bad as the worst' }),
      }),
    )
    .meta({
      description: 'What was found in its photos and not acknowledged; null before, and of archives that say nothing',
    }),
  version: z.int().meta({ description: 'Incremented when the request changes; send it back to detect conflicts' }),
})
export type AnalysisOfUser = z.infer<typeof analysisOfUser>

const filter = {
  project: z.string().min(1).max(PROJECT_TYPE_MAX, 'A project has at most 100 characters').optional().meta({
    description: 'The whole name of a project, of any customer; an underscore equals a space',
  }),
  assignee: id.optional().meta({ description: "'me', 'nobody', or the id of a member of staff" }),
  userId: id.optional().meta({ description: 'Requests of this customer' }),
  fromDate: timestamp.optional(),
  toDate: timestamp.optional(),
}

const view = {
  ...filter,
  first: status.optional().meta({ description: 'Requests of this status come before all others' }),
  search: z.string().max(254, 'Search for at most 254 characters').optional().meta({
    description: 'Words of customer, email, project or file name; the last one may be a prefix',
  }),
}

const timelineEvent = z.object({
  time: timestamp,
  event: z.enum(['received', 'archive', 'status', 'message', 'report']),
  status: status.meta({ description: 'The new status' }),
  message: z.nullable(z.string()).meta({ description: 'The message from staff' }),
})
export type TimelineEvent = z.infer<typeof timelineEvent>

const currentReceipt = fileReceipt.extend({
  check: z
    .object({
      stage: z.string().meta({ enum: CHECK_STAGES, description: "Ignore a stage that you don't know" }),
      fraction: z.number().min(0).max(1),
    })
    .optional()
    .meta({ description: 'The current stage of the file check and its progress; absent when no check is running' }),
})
export type CurrentReceipt = z.infer<typeof currentReceipt>

const onAnalyses = { tag: 'analyses', limit: 'general' } as const

export const analyses = {
  listAllAnalyses: endpoint({
    ...onAnalyses,
    method: 'GET',
    path: '/admin-crop/getAllRequests',
    access: 'admin',
    summary: 'All requests, newest first',
    query: z.object({ ...paging, ...view }).refine(areInOrder, datesInOrder),
    reply: page(analysisOfUser),
    success: 'Requests loaded',
  }),
  exportAnalyses: endpoint({
    ...onAnalyses,
    method: 'GET',
    path: '/admin-crop/exportRequests',
    access: 'admin',
    limit: 'export',
    summary: 'All requests that match, in the order of their list, as a CSV file',
    query: z.object(view).refine(areInOrder, datesInOrder),
    ...csv,
  }),
  countAnalyses: endpoint({
    ...onAnalyses,
    method: 'GET',
    path: '/admin-crop/countRequests',
    access: 'admin',
    summary: 'How many requests match, by status',
    query: z.object(filter).refine(areInOrder, datesInOrder),
    reply: data(
      z.array(
        z.object({
          status,
          total: z.int().meta({ description: 'Counted to 1,000; with a filter besides dates to 100' }),
          isTotalExact: z.boolean().meta({ description: 'False if there are more' }),
        }),
      ),
    ),
    success: 'Requests counted',
  }),
  listMyAnalyses: endpoint({
    ...onAnalyses,
    method: 'GET',
    path: '/crop-images/get',
    access: 'customer',
    summary: "The customer's own requests, newest first",
    query: z.object(paging),
    reply: page(myAnalysisRow),
    success: 'Requests loaded',
  }),
  getAnalysis: endpoint({
    ...onAnalyses,
    method: 'GET',
    path: '/admin-crop/request',
    access: 'admin',
    summary: 'One request, as the list of all requests shows it',
    query: z.object({ analysisRequestId: id }),
    reply: data(analysisOfUser),
    success: 'Request loaded',
    errors: [404],
  }),
  getMyAnalysis: endpoint({
    ...onAnalyses,
    method: 'GET',
    path: '/crop-images/request',
    access: 'customer',
    summary: "One of the customer's own requests, as their list shows it",
    query: z.object({ analysisRequestId: id }),
    reply: data(myAnalysisRow),
    success: 'Request loaded',
    errors: [404],
  }),
  getFileReceipt: endpoint({
    ...onAnalyses,
    method: 'GET',
    path: '/crop-images/file',
    access: 'customer-or-admin',
    summary: 'The receipt of one file of a request; poll it until the file is checked',
    query: z.object({
      analysisRequestId: id,
      storedName: z.string().min(1).max(2000).meta({ description: 'Last path segment of its link, decoded' }),
    }),
    reply: data(currentReceipt),
    success: 'File loaded',
    errors: [404],
  }),
  changeStatus: endpoint({
    ...onAnalyses,
    method: 'POST',
    path: '/admin/updateRequestStatus',
    access: 'admin',
    summary: 'Set the status of a request; only publishing a report sets PROCESSED',
    body: z.object({
      analysisRequestId: id,
      fileStatus: z.enum(CHOOSABLE_STATUSES, {
        error: 'Choose PENDING, UNDER_REVIEW or REJECTED. A request becomes PROCESSED when its report is published.',
      }),
      message: z.string().max(STAFF_MESSAGE_MAX, 'A message has at most 2000 characters').optional(),
      version: z.int().optional(),
    }),
    reply: data(analysisOfUser),
    success: 'Status updated',
    errors: [404, 409],
  }),
  assignAnalysis: endpoint({
    ...onAnalyses,
    method: 'POST',
    path: '/admin/assign-request',
    access: 'admin',
    summary: 'Assign a request to a member of staff, or to nobody',
    body: z.object({
      analysisRequestId: id,
      assigneeId: z.nullable(id).meta({ description: 'An approved member of staff, or null for nobody' }),
      version: z.int().optional(),
    }),
    reply: data(analysisOfUser),
    success: 'Request assigned',
    errors: [404, 409],
  }),
  getTimeline: endpoint({
    ...onAnalyses,
    method: 'GET',
    path: '/crop-images/timeline',
    access: 'customer-or-admin',
    summary: 'What happened to a request, oldest first',
    query: z.object({ analysisRequestId: id }),
    reply: data(z.array(timelineEvent)),
    success: 'Timeline loaded',
    errors: [404],
  }),
}
