import { z } from 'zod'
import { EMAIL_MAX, FULL_NAME_MAX } from '#domain/accounts.ts'
import {
  PROJECT_TYPE_MAX,
  PROJECT_TYPES_MAX,
  STAFF_MESSAGE_MAX,
  USER_STATUS_NUMBERS,
  USER_STATUS_TEXTS,
} from '#domain/users.ts'
import { openSession } from './accounts.ts'
import {
  areInOrder,
  csv,
  data,
  datesInOrder,
  endpoint,
  id,
  PAGE_SIZE,
  PAGE_SIZE_MAX,
  page,
  paging,
  TEXT_BYTES_MAX,
  timestamp,
} from './endpoint.ts'
import { storageUse } from './uploads.ts'

const { PENDING, APPROVED, REJECTED, ON_HOLD } = USER_STATUS_NUMBERS
const anyStatus = z.literal([PENDING, APPROVED, REJECTED, ON_HOLD], { error: 'Unknown status' })
const decidedStatus = z.literal([APPROVED, REJECTED, ON_HOLD], {
  error: 'Choose Approved, Rejected or On Hold',
})

const userRow = z.object({
  cognitoUserId: z.string(),
  fullName: z.string(),
  email: z.string(),
  createdAt: timestamp,
  status: z.string().meta({ enum: USER_STATUS_TEXTS, description: "Show a status that you don't know as it is" }),
  projectTypes: z.array(z.string()),
  roles: z.array(z.string()),
  message: z.nullable(z.string()).meta({ description: 'The message from staff that came with the current status' }),
  organisation: z.nullable(z.string()).meta({ description: 'As entered at sign-up' }),
  isEmailConfirmed: z.boolean().meta({ description: 'Only a person with a confirmed address can be approved' }),
  version: z
    .int()
    .meta({ description: 'Incremented by each decision about this user; send it back to detect conflicts' }),
})
export type UserRow = z.infer<typeof userRow>

const userDetails = userRow.extend({
  heldBecause: z.nullable(z.string()).meta({ description: 'Why staff keep all that is theirs from being removed' }),
  lastActiveTime: z.nullable(timestamp).meta({ description: 'When this person last used the product' }),
})
export type UserDetails = z.infer<typeof userDetails>

/** Scripts send the fields that they don't search by as empty or null. */
const orNothing = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([schema, z.literal(['', null])], {
      error: (issue) => (issue.code === 'invalid_union' ? issue.errors[0]?.[0]?.message : undefined),
    })
    .transform((value) => (value === '' || value === null ? undefined : value) as z.output<Schema> | undefined)

const view = {
  userId: orNothing(id),
  email: orNothing(z.string().max(EMAIL_MAX, 'Search for at most 254 characters')),
  fullName: orNothing(z.string().max(FULL_NAME_MAX * 2, 'Search for at most 200 characters')).meta({
    description: 'Words of the name or the email; the last one may be a prefix',
  }),
  status: orNothing(anyStatus),
  fromDate: orNothing(timestamp),
  toDate: orNothing(timestamp),
}
const searchReq = z
  .object({
    ...view,
    pageSize: orNothing(z.int().min(1).max(PAGE_SIZE_MAX)).transform((size) => size ?? PAGE_SIZE),
    offset: orNothing(z.int().min(0).max(10_000_000))
      .transform((offset) => offset ?? 0)
      .meta({ description: 'Index of the page' }),
    after: orNothing(z.string().max(500)),
  })
  .partial()
  .refine(areInOrder, datesInOrder)

const onUsers = { tag: 'users', access: 'admin', limit: 'general' } as const

export const users = {
  listUsers: endpoint({
    ...onUsers,
    method: 'GET',
    path: '/admin/getAllUsers',
    summary: 'All users, newest first',
    query: z.object(paging),
    reply: page(userRow),
    success: 'Users loaded',
  }),
  searchUsers: endpoint({
    ...onUsers,
    method: 'POST',
    path: '/admin/searchUsers',
    summary: 'Users that match all given fields, newest first',
    body: z.object({ searchReq }),
    reply: page(userRow),
    success: 'Users loaded',
  }),
  exportUsers: endpoint({
    ...onUsers,
    method: 'POST',
    path: '/admin/exportUsers',
    limit: 'export',
    summary: 'Users that match all given fields, newest first, as a CSV file',
    body: z.object({ searchReq: z.object(view).partial().refine(areInOrder, datesInOrder) }),
    ...csv,
  }),
  verifyUser: endpoint({
    ...onUsers,
    method: 'POST',
    path: '/admin/verify-user',
    summary: 'Set account status, project types and message of a user, who gets an email',
    body: z.object({
      userId: id,
      status: decidedStatus,
      projectTypes: z
        .array(z.string().max(PROJECT_TYPE_MAX, 'A project type has at most 100 characters'))
        .max(PROJECT_TYPES_MAX, 'At most 50 project types'),
      metadata: z
        .object({ message: z.string().max(STAFF_MESSAGE_MAX, 'A message has at most 2000 characters').optional() })
        .optional(),
      version: z.int().optional(),
    }),
    bodyBytesMax: TEXT_BYTES_MAX,
    reply: data(userRow),
    success: 'User updated',
    errors: [404, 409],
  }),
  listStaff: endpoint({
    ...onUsers,
    method: 'GET',
    path: '/admin/staff',
    summary: 'The first 500 approved members of staff, by name',
    reply: data(z.array(z.object({ userId: z.string(), fullName: z.string(), isCaller: z.boolean() }))),
    success: 'Staff loaded',
  }),
  listProjectNames: endpoint({
    ...onUsers,
    method: 'GET',
    path: '/admin/project-names',
    summary:
      'Up to 50 different project names, of all customers, that start with the given text, in alphabetical order',
    query: z.object({ search: z.string().max(PROJECT_TYPE_MAX, 'Search for at most 100 characters').optional() }),
    reply: data(z.array(z.string())),
    success: 'Project names loaded',
  }),
  getUser: endpoint({
    ...onUsers,
    method: 'GET',
    path: '/admin/user',
    summary: 'One user',
    query: z.object({ userId: id }),
    reply: data(userDetails),
    success: 'User loaded',
    errors: [404],
  }),
  countOpenUploads: endpoint({
    ...onUsers,
    method: 'GET',
    path: '/admin/open-uploads',
    summary: 'The number of unfinished uploads of a user; they are cancelled when the user is no longer approved',
    query: z.object({ userId: id }),
    reply: data(
      z.object({
        total: z.int().meta({ description: 'Counted to 1,000' }),
        isTotalExact: z.boolean().meta({ description: 'False if there are more' }),
        projects: z
          .array(z.object({ projectType: z.string(), uploads: z.int() }))
          .meta({ description: 'Uploads of archives, by project; they are cancelled when the project is removed' }),
      }),
    ),
    success: 'Uploads counted',
    errors: [404],
  }),
  listUserSessions: endpoint({
    ...onUsers,
    method: 'GET',
    path: '/admin/user-sessions',
    summary: 'The sessions of a user, last used first',
    query: z.object({ userId: id }),
    reply: data(z.array(openSession)),
    success: 'Sessions loaded',
    errors: [404],
  }),
  getUserStorage: endpoint({
    ...onUsers,
    method: 'GET',
    path: '/admin/user-storage',
    summary: 'Storage used by a customer, and their quota',
    query: z.object({ userId: id }),
    reply: data(storageUse),
    success: 'Storage loaded',
    errors: [404],
  }),
  endUserSessions: endpoint({
    ...onUsers,
    method: 'POST',
    path: '/admin/end-user-sessions',
    summary: 'End all sessions of a user, for example when a phone is lost or a session is not theirs',
    body: z.object({ userId: id }),
    success: 'User logged out everywhere',
    errors: [404, 409],
  }),
}
