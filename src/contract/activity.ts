import { z } from 'zod'
import { csv, endpoint, id, page, paging, timestamp } from './endpoint.ts'

const activityRow = z.object({
  id: z.int(),
  time: timestamp,
  actor: z.nullable(z.object({ fullName: z.string(), email: z.string() })),
  action: z.string().meta({ description: 'What was done: noun.verb' }),
  subject: z.string().meta({ description: 'The object: noun:id' }),
  about: z.string().meta({ description: 'The name of the person or project of the subject' }),
  before: z.unknown(),
  after: z.unknown(),
  address: z.string(),
  token: z.nullable(z.string()).meta({ description: 'The name of the API token of a program that did it' }),
})
export type ActivityRow = z.infer<typeof activityRow>

const view = {
  subject: z
    .string()
    .regex(/^(user|analysis|trial):[0-9A-Za-z-]{1,64}$/, 'This is not a valid subject')
    .optional()
    .meta({ description: 'Only entries about this person, request or trial' }),
  actorId: id.optional().meta({ description: 'Only actions of this person' }),
}

export const activity = {
  listActivity: endpoint({
    tag: 'activity',
    method: 'GET',
    path: '/admin/activity',
    access: 'admin',
    limit: 'general',
    summary: 'The activity log, newest first',
    query: z.object({ ...paging, ...view }),
    reply: page(activityRow),
    success: 'Activity loaded',
  }),
  exportActivity: endpoint({
    tag: 'activity',
    method: 'GET',
    path: '/admin/exportActivity',
    access: 'admin',
    limit: 'export',
    summary: 'The activity log, newest first, as a CSV file',
    query: z.object(view),
    ...csv,
  }),
}
