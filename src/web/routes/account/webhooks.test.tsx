import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { failPartsOfAccount } from '#web/testing/account-page.ts'
import { click, fill } from '#web/testing/acts.ts'
import { envelope, network } from '#web/testing/network.ts'
import { CUSTOMER, openScreen } from '#web/testing/open-screen.tsx'

const WEBHOOK = {
  webhookId: 'hook',
  url: 'https://station.example/hook',
  events: ['report.published' as const],
  secret: 'whsec_x',
  madeTime: '2026-11-01T08:00:00Z',
}

beforeEach(failPartsOfAccount)

const openAccount = () => openScreen('/account', { as: CUSTOMER })

test('a webhook is made, and says what was sent to it', async () => {
  network.reply('listWebhooks', { data: [WEBHOOK] })
  network.reply('makeWebhook', { data: WEBHOOK })
  const delivery = { event: 'ping', status: 500, madeTime: '2026-11-02T08:00:00Z', settledTime: null }
  network.reply('listDeliveries', {
    data: [
      { ...delivery, deliveryId: 'a', state: 'WAITING', attempts: 2, problem: 'It answered 500' },
      { ...delivery, deliveryId: 'b', state: 'SENT', attempts: 1, status: 204, problem: null },
    ],
  })
  await openAccount()
  await screen.findByRole('form', { name: 'Make a webhook' })
  fill('Address of a new webhook', 'https://station.example/other ')
  screen.getByLabelText('A measurement is done').click()
  await click('button', 'Make a webhook')
  expect(await screen.findByText('Webhook made')).toBeVisible()
  const body = { url: 'https://station.example/other', events: ['report.published', 'measurement.done'] }
  expect(network.sent('makeWebhook')).toEqual([{ query: {}, body }])
  screen.getByText('What was sent').click()
  const sent = await screen.findByRole('list', { name: 'What was sent' })
  const lines = within(sent).getAllByRole('listitem')
  expect(lines[0]).toHaveTextContent('ping It answered 500; 2 attempts, will be sent again')
  expect(lines[1]).toHaveTextContent('ping sent, answered 204')
})

test('where webhooks are switched off, the page says so', async () => {
  network.respond('listWebhooks', () => envelope(404, 'There are no webhooks here'))
  await openAccount()
  expect(await screen.findByText('They are switched off here.')).toBeVisible()
  expect(screen.queryByRole('form', { name: 'Make a webhook' })).toBeNull()
})
