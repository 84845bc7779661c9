import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { TrialItem } from '#contract/trials.ts'
import { network } from '#web/testing/network.ts'
import { CUSTOMER, openScreen } from '#web/testing/open-screen.tsx'

const TRIAL: TrialItem = {
  trialId: 'trial-1',
  name: 'Barley, north',
  userId: 'user-1',
  customer: CUSTOMER.fullName,
  projectType: 'Barley',
  isClosed: false,
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
    await openScreen('/my-dashboard/trials/trial-1', { as: CUSTOMER })
    expect(await screen.findByRole('heading', { level: 1, name: 'Barley, north' })).toBeVisible()
    const notice = screen.queryByText(/no longer assigned to you. You can read the trial, and not change it/)
    expect(notice !== null).toBe(isClosed)
  }
})
