import type { BodyOf, ReplyOf } from '#contract/api.ts'
import { type AppError, errorAt } from '#domain/errors.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { linkAttempts, runAttempt } from '../accounts/passwords/login-attempts.ts'
import { passwordMatches } from '../accounts/passwords/password-hash.ts'
import { ACCESS_TOKEN_TTL_MS, signLinkToken } from '../accounts/sessions/tokens.ts'
import { findLink } from './find-link.ts'
import { readLinkCode } from './link-codes.ts'
import { linkNotFound } from './queries.ts'

/** Wrong passwords are counted for each link, and lock it for a while, as those of accounts do. */
export async function openLink(
  deps: Pick<Deps, 'db' | 'keys' | 'now'> & WithConfig<'publicUrl'>,
  { code, password }: BodyOf<'openLink'>,
): Promise<ReplyOf<'openLink'>['data']> {
  const linkId = readLinkCode(deps, code)
  const link = linkId === undefined ? undefined : await findLink(deps, linkId)
  if (!link) throw linkNotFound()
  if (link.passwordHash !== null) await checkPassword(deps, { ...link, passwordHash: link.passwordHash }, password)
  const opened = deps.db.updateTable('links').where('id', '=', link.id)
  await opened.set((is) => ({ opened: is('opened', '+', 1), openedAt: deps.now() })).execute()
  return {
    subject: { kind: link.kind, id: link.subjectId },
    name: link.name,
    mayDownload: link.mayDownload,
    endsOn: link.endsOn,
    accessToken: await signLinkToken(deps, link.id),
    expiresIn: ACCESS_TOKEN_TTL_MS / 1000,
  }
}

async function checkPassword(
  deps: Pick<Deps, 'db' | 'now'>,
  { id, passwordHash }: { id: string; passwordHash: string },
  password: string | undefined,
): Promise<void> {
  if (password === undefined) throw passwordError('This link has a password')
  const compare = async () => ((await passwordMatches(passwordHash, password)) ? true : undefined)
  if (!(await runAttempt(deps, linkAttempts(id), { compare }))) throw passwordError('This is not the password')
}

const passwordError = (message: string): AppError => errorAt('password', message, 'unauthenticated')
