import { sql } from 'kysely'
import { EMAIL_CHOICES, type EmailChoice, type EmailTopic } from '#domain/notices.ts'
import type { Database } from '../../adapters/db/schema.ts'

/** A column for queries on users: what they chose for this topic, or its default. */
export const choiceOf = (topic: EmailTopic) =>
  sql<EmailChoice>`coalesce(
    (select choice from email_settings where user_id = users.id and topic = ${topic}),
    ${EMAIL_CHOICES[topic][0]})`

/** The choice of one person. */
export async function chosenFor(db: Database, userId: string, topic: EmailTopic): Promise<EmailChoice> {
  const { choice } = await db
    .selectFrom('users')
    .select(choiceOf(topic).as('choice'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return choice
}
