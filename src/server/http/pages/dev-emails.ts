import type { FastifyInstance } from 'fastify'
import { AppError } from '#domain/errors.ts'
import type { FolderTransport, StoredEmailFile } from '../../adapters/email/folder-transport.ts'
import { escapeHtml, renderEmail } from '../../adapters/email/template.ts'
import { EXAMPLE_EMAILS, EXAMPLE_URL } from './example-emails.ts'
import { page } from './html-page.ts'

/** Shows sent emails, newest first, and an example of every kind. For development only, because they contain codes. */
export function devEmails(app: FastifyInstance, emailFolder: FolderTransport | null): void {
  app.get('/dev/mail', async (_request, reply) => {
    const emails = (await emailFolder?.list()) ?? []
    const body = emails.length === 0 ? '<p>No emails yet.</p>' : emails.map(sentEmail).join('\n')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page({ title: 'Emails', body }))
  })

  app.get('/dev/email-examples', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page({ title: 'Emails', body: examples.map(example).join('\n') })),
  )
  app.get<{ Params: { name: string } }>('/dev/email-examples/:name', async ({ params }, reply) => {
    const found = examples.find(({ name }) => name === params.name)
    if (!found) throw new AppError('not-found', 'There is no such email')
    return (
      reply
        .type('text/html; charset=utf-8')
        // An email brings its own style element.
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
        .send(found.html)
    )
  })
}

const examples = Object.entries(EXAMPLE_EMAILS).flatMap(([kind, emails]) =>
  emails.map((email, index) => ({ name: `${kind}-${index + 1}`, ...renderEmail(email, { publicUrl: EXAMPLE_URL }) })),
)

const example = ({ name, subject, text }: (typeof examples)[number]): string => `<article>
<h2>${escapeHtml(subject)}</h2>
<p><a href="/dev/email-examples/${name}">As an email client shows it</a> <span class="tag">${name}</span></p>
<pre>${escapeHtml(text)}</pre>
</article>`

const sentEmail = ({ to, subject, text, at }: StoredEmailFile): string => `<article>
<h2>${escapeHtml(subject)}</h2>
<p class="muted">To ${escapeHtml(to)}, ${escapeHtml(at)}</p>
<pre>${escapeHtml(text)}</pre>
</article>`
