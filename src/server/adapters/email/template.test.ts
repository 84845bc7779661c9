import { expect, test } from 'vitest'
import { type EmailContent, renderEmail } from './template.ts'

const render = (email: Partial<EmailContent>) =>
  renderEmail({ subject: 'Hello', paragraphs: [], ...email }, { publicUrl: 'https://fields.example' })

const urlOf = (url: string) => render({ action: { label: 'Open', url } }).text.match(/^Open:\n(.*)$/m)?.[1]

test('a code is the first thing that is read, in both forms', () => {
  const { text, html } = render({ subject: 'Your code', code: '042917', paragraphs: ['It expires.'] })
  expect(text.startsWith('Your code:\n\n    042917\n\nIt expires.')).toBe(true)
  expect(html.indexOf('>042917<')).toBeLessThan(html.indexOf('>It expires.<'))
})

test('links lead to this installation, whole ones and addresses of people stay', () => {
  expect(urlOf('/account')).toBe('https://fields.example/account')
  expect(urlOf('https://fields.example/my-dashboard?request=1')).toBe('https://fields.example/my-dashboard?request=1')
  expect(urlOf('mailto:ann@example.org')).toBe('mailto:ann@example.org')
})

test('every email says who writes and how to answer, and may say how to switch it off', () => {
  const { text, html } = render({ footnote: { label: 'Choose your emails', url: '/account' } })
  for (const form of [text, html]) {
    expect(form).toContain('Questions? Reply to this email, or write to hello@skyfurrow.example.')
    expect(form).toContain('Skyfurrow: From drone images to numbers you can trust')
    expect(form).toContain('Choose your emails')
    expect(form).toContain('https://fields.example/account')
  }
  expect(render({ contact: 'Call us.' }).text).not.toContain('Reply to this email')
})

test('what a person wrote is set apart and stays text', () => {
  const { text, html } = render({ quote: 'Fly again.\n<b>Soon</b>' })
  expect(text).toContain('> Fly again.\n> <b>Soon</b>')
  expect(html).toContain('Fly again.\n&lt;b&gt;Soon&lt;/b&gt;</p>')
})
