import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { TrialItem } from '#contract/trials.ts'
import { network, noResponse } from '#web/testing/network.ts'
import { CUSTOMER, openScreen } from '#web/testing/open-screen.tsx'

const TRIAL: TrialItem = {
  trialId: 'trial-1',
  name: 'Barley, north',
  userId: 'user-1',
  customer: CUSTOMER.fullName,
  projectType: 'Barley',
  isClosed: false,
  isExample: false,
  isShared: false,
  crop: null,
  plantingDate: null,
  purgeOn: null,
  createdTime: '2026-07-01T09:05:00.000Z',
  flights: [],
  bareGround: null,
  plots: 0,
  temperatures: null,
  plotVersions: [],
  measurements: [],
}

test('a trial whose project was taken away says that it can only be read', async () => {
  for (const isClosed of [true, false]) {
    network.reply('getTrial', { data: { ...TRIAL, isClosed } })
    network.reply('listShifts', { data: { run: null, measured: [] } })
    network.reply('listFormulas', { data: [] })
    network.reply('listOwnColumns', { data: [] })
    await openScreen('/my-dashboard/trials/trial-1', { as: CUSTOMER })
    expect(await screen.findByRole('heading', { level: 1, name: 'Barley, north' })).toBeVisible()
    const notice = screen.queryByText(/no longer assigned to you. You can read the trial, and not change it/)
    expect(notice !== null).toBe(isClosed)
  }
})

test('a flight on which nothing can be measured says why, and can be edited from there', async () => {
  const used = {
    mapId: null,
    analysisRequestId: null,
    fileName: 'july.tif',
    isPublished: true,
    madeBy: null,
    bounds: null,
    looksNearInfrared: false,
  }
  const flight: TrialItem['flights'][number] = {
    trialFlightId: 'flight-1',
    takenOn: '2026-07-01',
    takenAt: '09:30',
    moment: '2026-07-01 09:30',
    daysAfterPlanting: null,
    degreeDays: null,
    missingTemperatures: null,
    layers: [{ ...used, kind: 'rgb', isOfTrial: false }],
    orthomosaic: used,
    elevation: null,
    bareGround: null,
    noMasks: [],
    shift: null,
  }
  const bounds: [number, number, number, number] = [-93.5, 44.2, -93.4, 44.3]
  const plots = { version: 1, plots: 2, epsg: 32_615, bounds, author: 'Carla', hasLayout: false }
  const problem = 'july.tif was removed.'
  network.reply('getTrial', {
    data: { ...TRIAL, flights: [flight], plotVersions: [{ ...plots, createdTime: TRIAL.createdTime }] },
  })
  network.reply('listShifts', { data: { run: null, measured: [] } })
  network.reply('listFormulas', { data: [] })
  network.reply('listOwnColumns', { data: [] })
  network.reply('suggestMaps', { data: [] })
  network.respond('getPlots', noResponse)
  network.reply('planMeasurement', {
    data: {
      flights: [{ trialFlightId: 'flight-1', moment: '2026-07-01 09:30', problem, layers: [], unavailable: [] }],
      seconds: null,
    },
  })
  await openScreen('/my-dashboard/trials/trial-1', { as: CUSTOMER })
  const alert = within((await screen.findByText(problem)).closest('[role]') ?? document.body)
  await userEvent.click(alert.getByRole('button', { name: 'Edit the flight of 1 Jul 2026 9:30' }))
  expect(await screen.findByRole('dialog', { name: 'Edit the flight of 1 Jul 2026 9:30' })).toBeVisible()
})
