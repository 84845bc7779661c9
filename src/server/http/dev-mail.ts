import type { FastifyInstance } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { escapeHtml, renderLetter } from '../adapters/mail/letter.ts'
import type { Outbox, OutboxLetter } from '../adapters/mail/outbox.ts'
import { EXAMPLE_LETTERS } from './example-letters.ts'
import { page } from './page.ts'

/** Shows the letters of the outbox, newest first, and an example of every kind. For development only: they hold codes. */
export function devMail(app: FastifyInstance, outbox: Outbox | null): void {
  app.get('/dev/mail', async (_request, reply) => {
    const letters = (await outbox?.list()) ?? []
    const body = letters.length === 0 ? '<p>No mail yet.</p>' : letters.map(sentLetter).join('\n')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page({ title: 'Mail', body }))
  })

  app.get('/dev/letters', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page({ title: 'Letters', body: examples.map(example).join('\n') })),
  )
  app.get<{ Params: { name: string } }>('/dev/letters/:name', async ({ params }, reply) => {
    const found = examples.find(({ name }) => name === params.name)
    if (!found) throw new AppError('not-found', 'There is no such letter')
    return reply.type('text/html; charset=utf-8').send(found.html)
  })
}

const examples = Object.entries(EXAMPLE_LETTERS).flatMap(([kind, letters]) =>
  letters.map((letter, index) => ({ name: `${kind}-${index + 1}`, ...renderLetter(letter) })),
)

const example = ({ name, subject, text }: (typeof examples)[number]): string => `<article>
<h2>${escapeHtml(subject)}</h2>
<p><a href="/dev/letters/${name}">As a mail program shows it</a> <span class="tag">${name}</span></p>
<pre>${escapeHtml(text)}</pre>
</article>`

const sentLetter = ({ to, subject, text, at }: OutboxLetter): string => `<article>
<h2>${escapeHtml(subject)}</h2>
<p class="muted">To ${escapeHtml(to)}, ${escapeHtml(at)}</p>
<pre>${escapeHtml(text)}</pre>
</article>`
