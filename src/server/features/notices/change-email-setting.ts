import type { EmailSetting } from '#contract/notices.ts'
import { errorAt } from '#domain/errors.ts'
import { canChoose, emailTopicsOf } from '#domain/notices.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { chosenFor } from './email-choices.ts'

/** Saves which emails about a topic the caller gets. Idempotent. */
export async function changeEmailSetting(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { topic, choice }: EmailSetting,
): Promise<void> {
  if (!emailTopicsOf(actor.role).includes(topic)) throw errorAt('topic', 'You get no emails about this topic')
  if (!canChoose(topic, choice)) throw errorAt('choice', 'Choose AT_ONCE or OFF')
  await deps.db.transaction().execute(async (trx) => {
    // Changes of one person run one after another.
    await trx.selectFrom('users').select('id').where('id', '=', actor.userId).forNoKeyUpdate().executeTakeFirstOrThrow()
    const before = await chosenFor(trx, actor.userId, topic)
    if (before === choice) return
    await trx
      .insertInto('emailSettings')
      .values({ userId: actor.userId, topic, choice })
      .onConflict((conflict) => conflict.columns(['userId', 'topic']).doUpdateSet({ choice }))
      .execute()
    await audit(trx, actor, {
      at: deps.now(),
      action: 'account.email-setting-changed',
      subject: `user:${actor.userId}`,
      before: { [topic]: before },
      after: { [topic]: choice },
    })
  })
}
