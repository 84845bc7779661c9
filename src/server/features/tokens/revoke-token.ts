import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { tokensFor } from './queries.ts'

/** Every call with it reads its row, so the next one is refused. */
export const revokeToken = (
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { tokenId }: { tokenId: string },
): Promise<void> =>
  deps.db.transaction().execute(async (trx) => {
    const own = tokensFor(trx, actor).select('apiTokens.id')
    const revoked = await trx
      .deleteFrom('apiTokens')
      .where('id', '=', tokenId)
      .where('id', 'in', own)
      .returning('name')
      .executeTakeFirst()
    if (!revoked) throw new AppError('not-found', 'This token was revoked already, or is not of your account')
    const before = { token: revoked.name }
    await audit(trx, actor, { at: deps.now(), action: 'token.revoked', subject: `user:${actor.accountId}`, before })
  })
