import { z } from 'zod'
import { TOKEN_NAME_MAX, TOKEN_SCOPES } from '#domain/tokens.ts'
import { data, endpoint, id, timestamp } from './endpoint.ts'
import { date } from './trials.ts'

const scopes = z.array(z.enum(TOKEN_SCOPES)).min(1, 'Choose what the token may do').max(TOKEN_SCOPES.length)

const token = z.object({
  tokenId: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  projectType: z.nullable(z.string()).meta({ description: 'The project that it is limited to' }),
  endsOn: z.nullable(date).meta({ description: 'Its last day, UTC' }),
  madeBy: z.string(),
  madeTime: timestamp,
  usedTime: z.nullable(timestamp).meta({ description: 'When it was last used, to the minute' }),
})
export type TokenItem = z.infer<typeof token>

const onTokens = { tag: 'tokens', access: 'customer-or-admin', limit: 'general' } as const

export const tokens = {
  makeToken: endpoint({
    ...onTokens,
    method: 'POST',
    path: '/tokens',
    least: 'viewer',
    summary:
      'Make an API token, with which a program calls this API as Bearer token. The answer has it once. It can do what its scopes say, ' +
      'and never more than its person',
    body: z.object({
      name: z
        .string()
        .trim()
        .min(1, 'Name the token')
        .max(TOKEN_NAME_MAX, `A name has at most ${TOKEN_NAME_MAX} characters`),
      scopes,
      projectType: z.string().min(1).max(200).optional().meta({ description: 'Limits it to this project' }),
      endsOn: date.optional().meta({ description: 'Its last day, UTC; it stays until it is revoked when left out' }),
    }),
    reply: data(z.object({ tokenId: z.string(), token: z.string() })),
    success: 'Token made',
    errors: [404, 409],
  }),
  listTokens: endpoint({
    ...onTokens,
    method: 'GET',
    path: '/tokens',
    summary:
      'The API tokens of the caller in this account, newest first; for owners, those of all people of the account',
    reply: data(z.array(token)),
    success: 'Tokens loaded',
  }),
  revokeToken: endpoint({
    ...onTokens,
    method: 'DELETE',
    path: '/tokens',
    least: 'viewer',
    summary: 'Revoke an API token: the next call with it is refused',
    query: z.object({ tokenId: id }),
    success: 'Token revoked',
    errors: [404],
  }),
}
