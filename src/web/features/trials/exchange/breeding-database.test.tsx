import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { ReplyOf } from '#contract/api.ts'
import type { ExchangeItem } from '#contract/exchange.ts'
import { session } from '#web/lib/session/session.ts'
import { choose, PASSWORD } from '#web/testing/acts.ts'
import { network } from '#web/testing/network.ts'
import { CUSTOMER, loginOf, replyProfile } from '#web/testing/open-screen.tsx'
import { BreedingDatabase } from './breeding-database.tsx'

const CONNECTION = {
  url: 'https://breedbase.example/brapi/v2',
  hasToken: true,
  studyDbId: '7',
  studyName: 'Soybean advanced 2026',
  sendsAfterMeasuring: false,
}
const REPORT = {
  study: 'Soybean advanced 2026',
  plots: { matched: 48, by: 'number' as const, onlyHere: 2, onlyThere: 0 },
  items: [{ what: 'Canopy cover, 1 Jul 2026', there: 'Canopy Cover - %', same: 10, added: 30, changed: 8, refused: 2 }],
  refused: [{ reason: 'Plots with another genotype there', count: 2, examples: ['101: A here, B there'] }],
  variables: ['Canopy Cover - %', 'Grain yield'],
  written: null,
}
const pushed = (over: Partial<ExchangeItem> = {}): ExchangeItem => ({
  exchangeId: 'e1',
  direction: 'push',
  step: 'compare',
  state: 'DONE',
  fraction: 1,
  ahead: null,
  reason: null,
  report: REPORT,
  startedTime: '2026-11-01T08:00:00Z',
  ...over,
})

async function open(exchange: Partial<ReplyOf<'getExchange'>['data']>, isClosed = false): Promise<void> {
  replyProfile(CUSTOMER)
  network.reply('logIn', { data: loginOf(CUSTOMER) })
  await session.logIn({ email: CUSTOMER.email, password: PASSWORD })
  const traits = [{ variableId: 'canopyCover_mean', title: 'Canopy cover', unit: '%' }]
  network.reply('getExchange', { data: { connection: CONNECTION, exchanges: [], traits, ...exchange } })
  for (const name of ['connectStudy', 'startExchange', 'cancelExchange', 'saveTraitNames'] as const)
    network.reply(name, { data: CONNECTION })
  network.reply('listTraitNames', { data: [{ variableId: 'NGRDI_mean', name: 'CO_321:0001' }] })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <BreedingDatabase trial={{ trialId: 't1', isClosed }} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const toDatabase = () => screen.findByRole('region', { name: 'To the database' })

test('a study is found by the address and the token of its database, and connected', async () => {
  await open({ connection: null })
  network.reply('findStudies', { data: [{ studyDbId: '7', studyName: 'Soybean', about: 'Lamberton, 2026' }] })
  await userEvent.type(await screen.findByLabelText('Address of its BrAPI'), CONNECTION.url)
  await userEvent.type(screen.getByLabelText('Token'), 'sesame')
  await userEvent.click(screen.getByRole('button', { name: 'Find studies' }))
  await choose('Study', 'Soybean (Lamberton, 2026)')
  await userEvent.click(screen.getByRole('button', { name: 'Connect' }))
  const database = { trialId: 't1', url: CONNECTION.url, token: 'sesame' }
  expect(network.sent('findStudies').map(({ body }) => body)).toEqual([database])
  expect(network.sent('connectStudy').map(({ body }) => body)).toEqual([
    { ...database, studyDbId: '7', sendsAfterMeasuring: false },
  ])
})

test('what would be sent is read before it is sent; other values there stay unless that is chosen', async () => {
  await open({ exchanges: [pushed()] })
  const section = within(await toDatabase())
  expect(section.getByText('48 plots are the same by their numbers. 2 are only here.')).toBeVisible()
  expect(section.getByRole('row', { name: /Canopy cover, 1 Jul 2026/ })).toHaveTextContent('Canopy Cover - %103082')
  expect(section.getByRole('list', { name: 'Refused' })).toHaveTextContent('101: A here, B there')
  await userEvent.click(section.getByRole('button', { name: 'Send 30 values' }))
  await userEvent.click(section.getByRole('checkbox', { name: 'Also replace 8 other values there' }))
  await userEvent.click(section.getByRole('button', { name: 'Send 38 values' }))
  const of = { trialId: 't1', direction: 'push', step: 'write' }
  expect(network.sent('startExchange').map(({ body }) => body)).toEqual([
    { ...of, replaces: false },
    { ...of, replaces: true },
  ])
})

test.each([
  ['all was kept', 38, /38 values sent/],
  ['some was not kept', 30, /the database did not keep 8 as they are/],
])('it says whether what was sent is there: %s', async (_name, kept, text) => {
  await open({ exchanges: [pushed({ step: 'write', report: { ...REPORT, written: { sent: 38, kept } } })] })
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Send / })).not.toBeInTheDocument()
})

test('why it failed is said, and what runs can be cancelled', async () => {
  const failed = pushed({ direction: 'pull', state: 'FAILED', reason: 'breedbase.example: It refuses the token' })
  await open({ exchanges: [failed, pushed({ state: 'RUNNING', fraction: 0.4, report: null })] })
  expect(await screen.findByRole('alert')).toHaveTextContent('It refuses the token')
  const section = within(await toDatabase())
  expect(section.queryByRole('button', { name: 'Compare' })).not.toBeInTheDocument()
  await userEvent.click(section.getByRole('button', { name: 'Cancel' }))
  expect(network.sent('cancelExchange').map(({ body }) => body)).toEqual([{ trialId: 't1', direction: 'push' }])
})

test('names of traits are those of the account, and those of other traits stay', async () => {
  await open({ exchanges: [pushed()] })
  await userEvent.click(await screen.findByText('What our traits are called there'))
  await userEvent.type(await screen.findByLabelText('Canopy cover (%)'), 'Cover|day {{day}')
  await userEvent.click(screen.getByRole('button', { name: 'Save names' }))
  expect(network.sent('saveTraitNames').map(({ body }) => body)).toEqual([
    {
      names: [
        { variableId: 'NGRDI_mean', name: 'CO_321:0001' },
        { variableId: 'canopyCover_mean', name: 'Cover|day {day}' },
      ],
    },
  ])
})

test('who may not change the trial reads what was exchanged', async () => {
  await open({ exchanges: [pushed()] }, true)
  const section = within(await toDatabase())
  expect(section.getByRole('table')).toBeVisible()
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
  expect(screen.getByRole('checkbox', { name: 'Send what is new after each measurement' })).toBeDisabled()
})
