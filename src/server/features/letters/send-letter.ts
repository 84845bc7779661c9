import type { Deps } from '../../deps.ts'

/** Sends a letter of the outbox once; a repeat after a crash carries the same id. */
export async function sendLetter(
  deps: Pick<Deps, 'db' | 'mail' | 'now'>,
  { letterId }: { letterId: string },
): Promise<void> {
  const letter = await deps.db
    .selectFrom('letters')
    .selectAll()
    .where('id', '=', letterId)
    .where('sentAt', 'is', null)
    .executeTakeFirst()
  if (!letter) return
  await deps.mail.send({
    id: letter.id,
    to: letter.toEmail,
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
  })
  await deps.db
    .updateTable('letters')
    .set({ sentAt: deps.now(), text: '', html: '' })
    .where('id', '=', letterId)
    .execute()
}
