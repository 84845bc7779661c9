import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { TokenItem } from '#contract/tokens.ts'
import { session } from '#web/lib/session/session.ts'
import { choose, click, PASSWORD } from '#web/testing/acts.ts'
import { network } from '#web/testing/network.ts'
import { CUSTOMER, loginOf, replyProfile } from '#web/testing/open-screen.tsx'
import { ProgramsSection } from './programs-section.tsx'

const token = (tokenId: string, scopes: TokenItem['scopes'], madeBy = CUSTOMER.fullName): TokenItem => ({
  tokenId,
  name: `Token ${tokenId}`,
  scopes,
  projectType: null,
  endsOn: null,
  madeBy,
  madeTime: '2026-11-01T08:00:00Z',
  usedTime: null,
})
const layer = (kind: 'rgb' | 'bareGround') => ({
  fileId: kind,
  name: 'july.tif',
  kind,
  moment: '2026-07-01',
  url: `https://station.example/gis/${kind}.tif`,
  tiles: `https://station.example/gis/${kind}/tiles.json`,
  indices: kind === 'rgb' ? ['ExG', 'NGRDI'] : [],
})
const ADDRESSES = {
  plots: 'https://station.example/gis/plots.geojson',
  codebook: 'https://station.example/gis/codebook.csv',
  means: 'https://station.example/gis/means.csv',
  qgis: 'https://station.example/gis/trial.qlr',
  stac: 'https://station.example/gis/stac.json',
  layers: [layer('rgb'), layer('bareGround')],
}

async function open(tokens: TokenItem[]): Promise<void> {
  replyProfile(CUSTOMER)
  network.reply('logIn', { data: loginOf(CUSTOMER) })
  await session.logIn({ email: CUSTOMER.email, password: PASSWORD })
  network.reply('listTokens', { data: tokens })
  network.reply('getTrialAddresses', { data: ADDRESSES })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ProgramsSection trialId="trial-1" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('without a token that reads, it says where to make one', async () => {
  await open([token('one', ['brapi']), token('two', ['read'], 'Edda Editor')])
  expect(await screen.findByRole('link', { name: 'Make an API token' })).toHaveAttribute('href', '/account')
  expect(network.sent('getTrialAddresses')).toEqual([])
})

test('addresses and scripts are those of the chosen token', async () => {
  await open([token('one', ['read']), token('two', ['read', 'brapi'])])
  const list = await screen.findByRole('list', { name: 'Addresses' })
  expect(within(list).getByRole('link', { name: 'Open' })).toHaveAttribute('href', ADDRESSES.qgis)
  // The photo, not the bare ground that came after it.
  expect(list).toHaveTextContent('map <- rast("/vsicurl/https://station.example/gis/rgb.tif")')
  expect(list).toHaveTextContent('plots = gpd.read_file("https://station.example/gis/plots.geojson")')
  await choose('API token', 'Token two')
  await screen.findByRole('list', { name: 'Addresses' })
  expect(network.sent('getTrialAddresses').map(({ query }) => query.tokenId)).toEqual(['one', 'two'])
})

test('web maps have the tiles of the newest map, and those of each map are below', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await open([token('one', ['read'])])
  const list = await screen.findByRole('list', { name: 'Addresses' })
  expect(list).toHaveTextContent('For an index, write its name before tiles.json: ExG/tiles.json.')
  await click('button', 'Copy Web maps (TileJSON)')
  await click('button', 'Copy tiles of Bare ground on 1 Jul 2026')
  expect(copied.mock.calls.flat()).toEqual([layer('rgb').tiles, layer('bareGround').tiles])
})
