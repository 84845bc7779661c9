import { sql } from 'kysely'
import { vi } from 'vitest'
import type { OutboxLetter } from '#server/adapters/mail/outbox.ts'
import type { TestServer } from './test-server.ts'

/** The letters that have reached an address, newest first; waits until there are `count`, as a job sends them. */
export function lettersTo(server: TestServer, email: string, count = 1): Promise<OutboxLetter[]> {
  return vi.waitFor(
    async () => {
      const letters = ((await server.deps.outbox?.list()) ?? []).filter(({ to }) => to === email)
      if (letters.length < count) throw new Error(`${letters.length} of ${count} letter(s) have reached ${email}`)
      return letters
    },
    { timeout: 60_000, interval: 20 },
  )
}

/** The newest code in `count` emails, which may arrive in another order than they were written. */
export async function codeTo(server: TestServer, email: string, count = 1): Promise<string> {
  const emails = await lettersTo(server, email, count)
  const codes = emails.flatMap(({ text }) => /^ *(\d{6})$/m.exec(text)?.[1] ?? [])
  if (!codes[0]) throw new Error(`No code in the emails to ${email}`)
  return codes[0]
}

/** How many letters the server has decided to send to an address, whether they have arrived or not. */
export async function countPosted(server: TestServer, email: string): Promise<number> {
  await untilDone(server, 'mail-code')
  return (await server.deps.db.selectFrom('letters').select('id').where('toEmail', '=', email).execute()).length
}

/** Waits until no job of this kind is left. */
export const untilDone = (server: TestServer, job: string): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rows } = await sql<{ left: number }>`
        select count(*)::int as "left" from queue.job where split_part(name, '/', 1) = ${job} and state in ('created', 'retry', 'active')
      `.execute(server.deps.db)
      if (rows[0]?.left !== 0) throw new Error(`${rows[0]?.left} job(s) ${job} are left`)
    },
    { timeout: 60_000, interval: 20 },
  )

/** Another code than this one. */
export const wrongCode = (code: string, by = 1): string => String((Number(code) + by) % 1_000_000).padStart(6, '0')
