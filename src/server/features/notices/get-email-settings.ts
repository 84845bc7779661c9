import type { EmailSetting } from '#contract/notices.ts'
import { EMAIL_CHOICES, emailTopicsOf } from '#domain/notices.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'

/** The emails that the caller may choose, with the present choices. */
export async function getEmailSettings({ db }: Pick<Deps, 'db'>, actor: Actor): Promise<EmailSetting[]> {
  const chosen = await db.selectFrom('emailSettings').selectAll().where('userId', '=', actor.userId).execute()
  return emailTopicsOf(actor.role).map((topic) => ({
    topic,
    choice: chosen.find((setting) => setting.topic === topic)?.choice ?? EMAIL_CHOICES[topic][0],
  }))
}
