import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import type { StoredLetter } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { refuseFormerStaff } from '../../former-staff.ts'
import { sendLetterJob } from './post-letter.ts'

/** Sends a letter again that did not arrive; one that is on its way already, or there, is left alone. */
export async function retryEmail(
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  actor: Actor,
  { letterId }: { letterId: string },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await refuseFormerStaff(trx, actor.userId)
    const letter = await trx
      .selectFrom('letters')
      .select(['delivery', 'expiresAt', 'toEmail', 'subject'])
      .where('id', '=', letterId)
      .forUpdate()
      .executeTakeFirst()
    if (!letter) throw new AppError('not-found', 'Letter not found')
    if (letter.delivery === 'WAITING' || letter.delivery === 'SENT') return
    if (!mayRetry(letter, deps.now()))
      throw new AppError('conflict', 'The code in this letter is no longer good. Its reader can ask for a new one.')
    await trx
      .updateTable('letters')
      .set({ delivery: 'WAITING', sendTries: 0, unsureTries: 0, settledAt: null })
      .where('id', '=', letterId)
      .execute()
    await deps.queue.enqueue(trx, sendLetterJob, { letterId })
    const reader = await trx.selectFrom('users').select('id').where('email', '=', letter.toEmail).executeTakeFirst()
    await audit(trx, actor, {
      at: deps.now(),
      action: 'letter.retried',
      subject: reader ? `user:${reader.id}` : `letter:${letterId}`,
      after: { letter: letter.subject },
    })
  })
}

export const mayRetry = ({ delivery, expiresAt }: Pick<StoredLetter, 'delivery' | 'expiresAt'>, now: Date): boolean =>
  delivery === 'FAILED' && (expiresAt === null || expiresAt > now)
