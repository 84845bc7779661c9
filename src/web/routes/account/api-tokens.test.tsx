import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { TokenItem } from '#contract/tokens.ts'
import { failPartsOfAccount } from '#web/testing/account-page.ts'
import { choose, click, fill } from '#web/testing/acts.ts'
import { envelope, network } from '#web/testing/network.ts'
import { CUSTOMER, openScreen } from '#web/testing/open-screen.tsx'

const TOKEN: TokenItem = {
  tokenId: 'one',
  name: 'R at the station',
  scopes: ['read', 'brapi'],
  projectType: 'Soybean_Yield_Trial',
  endsOn: '2027-03-01',
  madeBy: 'Edda Editor',
  madeTime: '2026-11-01T08:00:00Z',
  usedTime: null,
}

beforeEach(failPartsOfAccount)

const openTokens = async (tokens: TokenItem[]) => {
  network.reply('listTokens', { data: tokens })
  await openScreen('/account', { as: CUSTOMER })
  return screen.findByRole('form', { name: 'Make an API token' })
}

test('a token is listed with what it may do, and can be revoked', async () => {
  await openTokens([TOKEN])
  const row = within(await screen.findByRole('list', { name: 'API tokens' })).getByRole('listitem')
  expect(row).toHaveTextContent('read, brapi; only Soybean Yield Trial; until 1 Mar 2027; of Edda Editor')
  expect(row).toHaveTextContent('Not used yet')
  network.reply('revokeToken', {})
  await click('button', 'Revoke R at the station')
  expect(await screen.findByText('Token revoked')).toBeVisible()
  expect(network.sent('revokeToken')).toEqual([{ query: { tokenId: 'one' }, body: undefined }])
})

test('a new token is shown once, with the choices of the form', async () => {
  await openTokens([])
  network.reply('makeToken', { data: { tokenId: 'two', token: 'skyfurrow_secret' } })
  fill('Name of a new token', 'Nightly job')
  fill('Last day (optional)', '2027-03-01')
  screen.getByLabelText('Read and write by BrAPI').click()
  await choose('Limited to', 'The project Soybean Yield Trial')
  await click('button', 'Make a token')
  expect(await screen.findByText('skyfurrow_secret')).toBeVisible()
  const body = { name: 'Nightly job', scopes: ['read', 'brapi'], projectType: 'Soybean_Yield_Trial' }
  expect(network.sent('makeToken')).toEqual([{ query: {}, body: { ...body, endsOn: '2027-03-01' } }])
  expect(screen.getByLabelText('Name of a new token')).toHaveValue('')
})

test('what the server refuses is said', async () => {
  await openTokens([])
  network.respond('makeToken', () => envelope(409, 'A person has at most 20 tokens. Revoke one of them first.'))
  fill('Name of a new token', 'One more')
  await click('button', 'Make a token')
  expect(await screen.findByText('A person has at most 20 tokens. Revoke one of them first.')).toBeVisible()
})
