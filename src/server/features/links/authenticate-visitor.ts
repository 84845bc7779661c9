import type { Actor, Caller, ShownByLink } from '../../actor.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { readLinkToken } from '../accounts/sessions/tokens.ts'
import { findLink } from './find-link.ts'

export type Visitor = Actor & { link: ShownByLink }

/** The visitor of a token that a link gave. They belong to no account. Undefined once the link has ended. */
export async function authenticateVisitor(
  deps: Pick<Deps, 'db' | 'keys' | 'now'> & WithConfig<'publicUrl'>,
  caller: Caller,
  token: string,
): Promise<Visitor | undefined> {
  const linkId = await readLinkToken(deps, token)
  const link = linkId === undefined ? undefined : await findLink(deps, linkId)
  if (!link) return undefined
  const nobody = {
    userId: `link:${link.id}`,
    accountId: '',
    sessionId: '',
    email: '',
    fullName: '',
    due: undefined,
  }
  const shown = { linkId: link.id, kind: link.kind, id: link.subjectId, mayDownload: link.mayDownload }
  return { ...caller, ...nobody, role: 'USER', status: 'APPROVED', accountRole: 'viewer', link: shown }
}
