import { z } from 'zod'
import { endpoint, id, page, paging, timestamp } from './endpoint.ts'

const activityRow = z.object({
  id: z.int(),
  time: timestamp,
  actor: z.nullable(z.object({ fullName: z.string(), email: z.string() })),
  action: z.string().meta({ description: 'What was done: noun.verb' }),
  subject: z.string().meta({ description: 'To what: noun:id' }),
  about: z.string().meta({ description: 'The name of the person or project that it was done to' }),
  before: z.unknown(),
  after: z.unknown(),
  address: z.string(),
})
export type ActivityRow = z.infer<typeof activityRow>

export const activity = {
  listActivity: endpoint({
    tag: 'activity',
    method: 'GET',
    path: '/admin/activity',
    access: 'admin',
    limit: 'general',
    summary: 'Who did what to whom, newest first',
    query: z.object({
      ...paging,
      subject: z
        .string()
        .regex(/^(user|analysis):[0-9A-Za-z-]{1,64}$/, 'This is not a subject')
        .optional()
        .meta({ description: 'Only what was done to this person or request' }),
      actorId: id.optional().meta({ description: 'Only what this person did' }),
    }),
    reply: page(activityRow),
    success: 'Activity loaded',
  }),
}
