import { z } from 'zod'
import { LINK_KINDS, LINK_PASSWORD_MIN } from '#domain/links.ts'
import { data, endpoint, id, timestamp } from './endpoint.ts'
import { date } from './trials.ts'

const subject = z.object({ kind: z.enum(LINK_KINDS), id })
const password = z
  .string()
  .min(LINK_PASSWORD_MIN, `A password has at least ${LINK_PASSWORD_MIN} characters`)
  .max(128, 'A password has at most 128 characters')

const link = z.object({
  linkId: z.string(),
  url: z.string(),
  subject,
  name: z.nullable(z.string()).meta({ description: 'Of what it shows; null once that was removed' }),
  endsOn: date.meta({ description: 'Its last day, UTC' }),
  hasPassword: z.boolean(),
  mayDownload: z.boolean(),
  madeTime: timestamp,
  opened: z.int().meta({ description: 'How often' }),
  openedTime: z.nullable(timestamp),
})
export type LinkItem = z.infer<typeof link>

const byOwner = { tag: 'links', access: 'customer', least: 'owner', limit: 'general' } as const

export const links = {
  makeLink: endpoint({
    ...byOwner,
    method: 'POST',
    path: '/links',
    summary: 'Make a link that shows a published report, a map or a trial of the account to anybody who has it',
    body: z.object({ subject, endsOn: date, password: password.optional(), mayDownload: z.boolean().default(false) }),
    reply: data(link),
    success: 'Link made',
    errors: [404, 409],
  }),
  listLinks: endpoint({
    ...byOwner,
    method: 'GET',
    path: '/links',
    summary: 'The links of the account that have not ended, newest first; or those to one thing',
    query: z.object({ kind: z.enum(LINK_KINDS).optional(), id: id.optional() }),
    reply: data(z.array(link)),
    success: 'Links loaded',
  }),
  endLink: endpoint({
    ...byOwner,
    method: 'DELETE',
    path: '/links',
    summary: 'End a link: the next call with it is refused, and what it has signed within a minute',
    query: z.object({ linkId: id }),
    success: 'Link ended',
    errors: [404],
  }),
  openLink: endpoint({
    tag: 'links',
    method: 'POST',
    path: '/links/open',
    access: 'public',
    limit: 'code-check',
    summary:
      'Open a link: the answer has a token for the calls that show it. A link with a password also needs that: 401, and `errors` names the field `password`',
    body: z.object({ code: z.string().min(1).max(200), password: z.string().max(128).optional() }),
    reply: data(
      z.object({
        subject,
        name: z.string(),
        mayDownload: z.boolean(),
        endsOn: date,
        accessToken: z.string(),
        expiresIn: z.int().meta({ description: 'Lifetime of the token in seconds' }),
      }),
    ),
    success: 'Link opened',
    errors: [401, 404, 429],
  }),
}
