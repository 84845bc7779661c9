import { sql } from 'kysely'
import { vi } from 'vitest'
import type { StoredEmailFile } from '#server/adapters/email/folder-transport.ts'
import type { TestServer } from './test-server.ts'

/** The emails sent to an address, newest first. Waits until there are `count`, as a job sends them. */
export const emailsTo = (server: TestServer, email: string, count = 1): Promise<StoredEmailFile[]> =>
  matchingEmails(server, email, { count })

const REPORT_READY = 'Your Skyfurrow report is ready'

/** The same, but only those about a published report. */
export const reportEmailsTo = (server: TestServer, email: string, count = 1): Promise<StoredEmailFile[]> =>
  matchingEmails(server, email, { count, about: REPORT_READY })

function matchingEmails(
  server: TestServer,
  email: string,
  { count, about }: { count: number; about?: string },
): Promise<StoredEmailFile[]> {
  return vi.waitFor(
    async () => {
      const all = (await server.deps.emailFolder?.list()) ?? []
      const sentEmails = all.filter(({ to, subject }) => to === email && (about === undefined || subject === about))
      if (sentEmails.length < count) throw new Error(`${sentEmails.length} of ${count} email(s) have reached ${email}`)
      return sentEmails
    },
    { timeout: 60_000, interval: 20 },
  )
}

/** The newest code in `count` emails, which may arrive out of order. */
export async function codeTo(server: TestServer, email: string, count = 1): Promise<string> {
  const emails = await emailsTo(server, email, count)
  const codes = emails.flatMap(({ text }) => /^ *(\d{6})$/m.exec(text)?.[1] ?? [])
  if (!codes[0]) throw new Error(`No code in the emails to ${email}`)
  return codes[0]
}

/** How many emails the server has queued for an address, sent or not. */
export async function countQueuedEmails(server: TestServer, email: string): Promise<number> {
  await waitForJobs(server, 'email-code')
  return (await server.deps.db.selectFrom('emails').select('id').where('toEmail', '=', email).execute()).length
}

/** How many emails about a published report the server has queued for an address, sent or not. */
export async function countReportEmails(server: TestServer, email: string): Promise<number> {
  const about = server.deps.db.selectFrom('emails').select('id').where('subject', '=', REPORT_READY)
  return (await about.where('toEmail', '=', email).execute()).length
}

/** Waits until no job of this kind is left. */
export const waitForJobs = (server: TestServer, job: string): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rows } = await sql<{ left: number }>`
        select count(*)::int as "left" from queue.job where split_part(name, '/', 1) = ${job} and state in ('created', 'retry', 'active')
      `.execute(server.deps.db)
      if (rows[0]?.left !== 0) throw new Error(`${rows[0]?.left} job(s) ${job} are left`)
    },
    { timeout: 60_000, interval: 20 },
  )

/** A different code. */
export const wrongCode = (code: string, by = 1): string => String((Number(code) + by) % 1_000_000).padStart(6, '0')
