import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { EmailSetting } from '#contract/notices.ts'
import { envelope, network } from '#web/testing/network.ts'
import { CUSTOMER, openScreen } from '#web/testing/open-screen.tsx'

const box = (name: RegExp) => screen.getByRole('checkbox', { name })

test('two email settings that are changed quickly are both saved', async () => {
  const settings: EmailSetting[] = [
    { topic: 'report-ready', choice: 'AT_ONCE' },
    { topic: 'request-message', choice: 'AT_ONCE' },
    { topic: 'request-status', choice: 'AT_ONCE' },
  ]
  const { promise, resolve } = Promise.withResolvers<void>()
  network.reply('listSessions', { data: [] })
  network.reply('getSecondFactor', { data: { onSince: null, recoveryCodesLeft: 0 } })
  network.reply('getMyStorage', { data: { usedBytes: 0, quotaBytes: 1 } })
  network.reply('getStorageByProject', { data: [] })
  const account = { accountId: 'ann', name: 'Ann', role: 'owner' as const, members: [], invitations: [], accounts: [] }
  network.reply('getAccount', { data: account })
  network.reply('listLinks', { data: [] })
  network.reply('listTokens', { data: [] })
  network.reply('listWebhooks', { data: [] })
  network.reply('listDeletions', { data: [] })
  network.reply('getArchivesKept', { data: { days: null, usualDays: 0 } })
  network.respond('getEmailSettings', () => envelope(200, 'Settings loaded', { data: settings }))
  network.respond('changeEmailSetting', async ({ body }) => {
    await promise
    const changed = body as EmailSetting
    for (const setting of settings) if (setting.topic === changed.topic) setting.choice = changed.choice
    return envelope(200, 'Email settings saved')
  })
  await openScreen('/account', { as: CUSTOMER })
  await waitFor(() => expect(box(/^Reports/)).toBeChecked())
  await userEvent.click(box(/^Reports/))
  await userEvent.click(box(/^Messages/))
  expect(box(/^Messages/)).not.toBeChecked()
  resolve()
  await waitFor(() => expect(settings.map(({ choice }) => choice)).toEqual(['OFF', 'OFF', 'AT_ONCE']))
  expect(box(/^Status of your requests/)).toBeChecked()
  expect(box(/^Reports/)).not.toBeChecked()
  expect(box(/^Messages/)).not.toBeChecked()
})
