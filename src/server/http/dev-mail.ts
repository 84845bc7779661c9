import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../adapters/mail/letter.ts'
import type { Outbox, OutboxLetter } from '../adapters/mail/outbox.ts'
import { page } from './page.ts'

/** Shows the letters of the outbox, newest first. For development only: they hold codes. */
export function devMail(app: FastifyInstance, outbox: Outbox): void {
  app.get('/dev/mail', async (_request, reply) => {
    const letters = await outbox.list()
    const body = letters.length === 0 ? '<p>No mail yet.</p>' : letters.map(renderLetter).join('\n')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page({ title: 'Mail', body }))
  })
}

const renderLetter = ({ to, subject, text, at }: OutboxLetter): string => `<article>
<h2>${escapeHtml(subject)}</h2>
<p class="muted">To ${escapeHtml(to)}, ${escapeHtml(at)}</p>
<pre>${escapeHtml(text)}</pre>
</article>`
