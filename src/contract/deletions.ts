// What is deleted can be taken back for 30 days. Then it is removed for good.
import { z } from 'zod'
import { ARCHIVES_KEPT_DAYS_MAX, DELETION_KINDS, RETENTION_NOTICE_DAYS } from '#domain/deletions.ts'
import { data, endpoint, id, timestamp } from './endpoint.ts'

const subject = z.object({
  kind: z.enum(DELETION_KINDS).meta({ description: "'archive' is all raw images of a request" }),
  id: id.meta({ description: "Of the file, the request (also for 'archive'), trial, project or user" }),
})

const purge = data(z.object({ purgeOn: timestamp.meta({ description: 'When it is removed for good' }) }))

const contents = z.object({
  name: z.string(),
  purgeOn: z.nullable(timestamp).meta({ description: 'Null while it is not deleted' }),
  isHeld: z.boolean().meta({ description: 'Staff must keep it for now: it is removed once they no longer must' }),
  requests: z.int(),
  files: z.int(),
  bytes: z.int(),
  trials: z.int(),
  flights: z.int().meta({ description: 'Flights of these trials' }),
  flightsWithoutMap: z.int().meta({
    description: 'Flights of other trials, which keep their values, and cannot be measured again',
  }),
})
export type DeletionContents = z.infer<typeof contents>

const deletion = subject.extend({
  name: z.string(),
  askedBy: z.nullable(z.string()).meta({ description: 'Null where the time to keep raw images is over' }),
  purgeOn: timestamp,
})
export type Deletion = z.infer<typeof deletion>

const ofRequest = z.object({ analysisRequestId: id })

const onDeletions = { tag: 'deletions', limit: 'general' } as const

export const deletions = {
  getDeletionContents: endpoint({
    ...onDeletions,
    method: 'GET',
    path: '/deletions/contents',
    access: 'customer-or-admin',
    summary: 'What would go with it',
    query: subject,
    reply: data(contents),
    success: 'Contents loaded',
    errors: [404],
  }),
  listDeletions: endpoint({
    ...onDeletions,
    method: 'GET',
    path: '/deletions',
    access: 'customer-or-admin',
    summary: 'What is deleted and can still be taken back, the first 500 to be removed; of a customer for staff',
    query: z.object({ userId: id.optional() }),
    reply: data(z.array(deletion)),
    success: 'Deletions loaded',
    errors: [404],
  }),
  deleteSubject: endpoint({
    ...onDeletions,
    method: 'DELETE',
    path: '/deletions',
    access: 'customer-or-admin',
    least: 'owner',
    summary:
      'Delete it: it is removed for good after 30 days. Customers delete what is their own, staff what is of customers',
    query: subject,
    reply: purge,
    success: 'Deleted. It can be taken back for 30 days',
    errors: [404, 409],
  }),
  restoreSubject: endpoint({
    ...onDeletions,
    method: 'POST',
    path: '/deletions/restore',
    access: 'customer-or-admin',
    least: 'owner',
    summary: 'Take back that it was deleted',
    body: subject,
    success: 'Taken back',
    errors: [404, 409],
  }),
  deleteRequest: endpoint({
    ...onDeletions,
    method: 'DELETE',
    path: '/admin-crop/request',
    access: 'admin',
    summary: 'Delete a request with its files: it is removed for good after 30 days',
    query: ofRequest,
    reply: purge,
    success: 'Request deleted. It can be taken back for 30 days',
    errors: [404, 409],
  }),
  restoreRequest: endpoint({
    ...onDeletions,
    method: 'POST',
    path: '/admin-crop/request/restore',
    access: 'admin',
    summary: 'Take back that a request was deleted',
    body: ofRequest,
    success: 'Request taken back',
    errors: [404, 409],
  }),
  deleteMyRequest: endpoint({
    ...onDeletions,
    method: 'DELETE',
    path: '/crop-images/request',
    access: 'customer',
    least: 'owner',
    summary: 'Delete an own request with its files: it is removed for good after 30 days',
    query: ofRequest,
    reply: purge,
    success: 'Request deleted. It can be taken back for 30 days',
    errors: [404, 409],
  }),
  restoreMyRequest: endpoint({
    ...onDeletions,
    method: 'POST',
    path: '/crop-images/request/restore',
    access: 'customer',
    least: 'owner',
    summary: 'Take back that an own request was deleted',
    body: ofRequest,
    success: 'Request taken back',
    errors: [404, 409],
  }),
  deleteMyAccount: endpoint({
    ...onDeletions,
    method: 'DELETE',
    path: '/auth/account',
    access: 'signed-in',
    summary:
      'Delete the own account with all that is in it: it is removed for good after 30 days. Staff have none to delete',
    reply: purge,
    success: 'Account deleted. It can be taken back for 30 days',
    errors: [404],
  }),
  restoreMyAccount: endpoint({
    ...onDeletions,
    method: 'POST',
    path: '/auth/account/restore',
    access: 'signed-in',
    summary: 'Take back that the own account was deleted',
    success: 'Account taken back',
    errors: [404, 409],
  }),
  getArchivesKept: endpoint({
    ...onDeletions,
    method: 'GET',
    path: '/auth/archives-kept',
    access: 'customer',
    summary: 'How long the raw images of the customer are kept once their report is published',
    reply: data(
      z.object({
        days: z.nullable(z.int()).meta({ description: '0 is for ever; null is as for all customers' }),
        usualDays: z.int().meta({ description: 'For all customers; 0 is for ever' }),
      }),
    ),
    success: 'Setting loaded',
  }),
  setArchivesKept: endpoint({
    ...onDeletions,
    method: 'POST',
    path: '/auth/archives-kept',
    access: 'customer',
    least: 'owner',
    summary: 'Set for how many days raw images are kept once their report is published; 0 is for ever, null as for all',
    body: z.object({
      days: z.nullable(
        z.union([
          z.literal(0),
          z
            .int()
            .min(RETENTION_NOTICE_DAYS, `At least ${RETENTION_NOTICE_DAYS} days, so that you are told before`)
            .max(ARCHIVES_KEPT_DAYS_MAX, `At most ${ARCHIVES_KEPT_DAYS_MAX} days`),
        ]),
      ),
    }),
    success: 'Setting saved',
  }),
  setLegalHold: endpoint({
    ...onDeletions,
    method: 'POST',
    path: '/admin/legal-hold',
    access: 'admin',
    summary: 'Keep all that is of a customer from being removed, or end that. A reason of no letters ends it',
    body: z.object({
      userId: id,
      reason: z.string().max(500, 'A reason has at most 500 characters'),
    }),
    success: 'Legal hold saved',
    errors: [404],
  }),
}
