import { z } from 'zod'
import { EMAIL_TOPICS } from '#domain/notices.ts'
import { data, endpoint, id, page, paging, timestamp } from './endpoint.ts'

const notice = z.object({
  noticeId: z.string(),
  kind: z.string().meta({ description: 'What happened: request-status, report-ready, new-user, …' }),
  subject: z.string().meta({ description: 'What it is about: analysis:id or user:id' }),
  title: z.string(),
  detail: z.nullable(z.string()),
  time: timestamp,
  isRead: z.boolean(),
})
export type Notice = z.infer<typeof notice>

const boundedCount = z
  .object({ total: z.int(), isTotalExact: z.boolean() })
  .meta({ description: 'Counted to 99; isTotalExact is false when there are more' })

const counts = z.object({
  unreadNotices: boundedCount,
  waitingRequests: z
    .nullable(boundedCount)
    .meta({ description: 'Requests that are waiting for review; null for customers' }),
  waitingUsers: z
    .nullable(boundedCount)
    .meta({ description: 'People with a confirmed email who are waiting for verification; null for customers' }),
})
export type Counts = z.infer<typeof counts>

const emailSetting = z.object({
  topic: z.enum(EMAIL_TOPICS),
  choice: z.enum(['AT_ONCE', 'DAILY', 'OFF'], { error: 'Choose AT_ONCE, DAILY or OFF' }),
})
export type EmailSetting = z.infer<typeof emailSetting>

const onNotices = { tag: 'notices', limit: 'general' } as const

export const notices = {
  listNotices: endpoint({
    ...onNotices,
    method: 'GET',
    path: '/notices',
    access: 'signed-in',
    summary: 'The notices of this person from the last 90 days, newest first, at most 500',
    query: z.object(paging),
    reply: page(notice),
    success: 'Notices loaded',
  }),
  markNoticesRead: endpoint({
    ...onNotices,
    method: 'POST',
    path: '/notices/read',
    access: 'signed-in',
    summary: 'Mark a notice of this person as read, alone or with all older ones',
    body: z.object({ noticeId: id, withOlder: z.boolean().default(false) }),
    success: 'Marked as read',
    errors: [404],
  }),
  getCounts: endpoint({
    ...onNotices,
    method: 'GET',
    path: '/notices/counts',
    access: 'signed-in',
    summary: 'Counts of unread notices and, for staff, of requests and users that are waiting',
    reply: data(counts),
    success: 'Counted',
  }),
  getEmailSettings: endpoint({
    ...onNotices,
    method: 'GET',
    path: '/notices/email-settings',
    access: 'customer-or-admin',
    summary: 'The email topics that this person can switch off, and the current settings',
    reply: data(z.array(emailSetting)),
    success: 'Settings loaded',
  }),
  changeEmailSetting: endpoint({
    ...onNotices,
    method: 'POST',
    path: '/notices/email-settings',
    access: 'customer-or-admin',
    least: 'viewer',
    summary: 'Choose whether emails about a topic are sent at once, once a day (staff) or not',
    body: emailSetting,
    success: 'Email settings saved',
  }),
}
