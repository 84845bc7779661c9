import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { FlightItem, TrialItem } from '#contract/trials.ts'
import { session } from '#web/lib/session/session.ts'
import { PASSWORD } from '#web/testing/acts.ts'
import { network } from '#web/testing/network.ts'
import { CUSTOMER, loginOf, replyProfile } from '#web/testing/open-screen.tsx'
import { PlotPhotosDialog } from './plot-photos-dialog.tsx'

const ORTHOMOSAIC: FlightItem['orthomosaic'] = {
  mapId: null,
  analysisRequestId: null,
  fileName: 'field.tif',
  isPublished: true,
  madeBy: null,
  bounds: null,
  looksNearInfrared: false,
}
const FLIGHT: FlightItem = {
  trialFlightId: 'flight-1',
  takenOn: '2026-07-14',
  takenAt: '09:30',
  moment: '2026-07-14 09:30',
  daysAfterPlanting: null,
  degreeDays: null,
  missingTemperatures: null,
  layers: [],
  orthomosaic: ORTHOMOSAIC,
  elevation: null,
  bareGround: null,
  noMasks: [],
  shift: null,
}
const TRIAL: TrialItem = {
  trialId: 'trial-1',
  name: 'Barley, north',
  userId: 'user-1',
  customer: CUSTOMER.fullName,
  projectType: 'Spring_Barley',
  isClosed: false,
  isExample: false,
  isShared: false,
  crop: 'Barley',
  plantingDate: null,
  purgeOn: null,
  createdTime: '2026-07-01T09:05:00.000Z',
  flights: [FLIGHT],
  bareGround: null,
  plots: 1,
  temperatures: null,
  plotVersions: [],
  measurements: [],
}
const PHOTOS = Array.from({ length: 8 }, (_, at) => ({ name: `DJI_${at}.JPG`, degrees: 3 + at, isWhole: at > 0 }))

/** What is printed is no part of the screen. */
const onPaper = (): HTMLElement => {
  const [sheet] = document.querySelectorAll<HTMLElement>('body > [data-printed-alone]')
  if (!sheet) throw new Error('Nothing is printed')
  return sheet
}

test('photos of a plot are printed with plot, genotype and flight under each, as many as are shown', async () => {
  replyProfile(CUSTOMER)
  network.reply('logIn', { data: loginOf(CUSTOMER) })
  await session.logIn({ email: CUSTOMER.email, password: PASSWORD })
  const shape = { width: 900, height: 600, pixelCm: 0.83, northDegrees: 20, outline: [] }
  network.reply('listPlotPhotos', { data: { photos: PHOTOS, ...shape } })
  network.respond('getPlotPhoto', () => new Response(Uint8Array.of(0xff, 0xd8)))
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PlotPhotosDialog
        flights={[FLIGHT]}
        first="flight-1"
        plotId="103"
        about={{ trial: TRIAL, genotype: 'SF-102' }}
        plotsVersion={1}
        onClose={() => {}}
      />
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  const title = within(onPaper()).getByText('Photos of plot 103').closest('header')
  expect(title).toHaveTextContent('Barley, north, Spring Barley, Barley, flight of 14 Jul 2026 9:30, printed on ')
  expect(title).toHaveTextContent('0.83 cm to a pixel')
  const captions = () => Array.from(onPaper().querySelectorAll('figcaption'), ({ textContent }) => textContent)
  expect(captions()).toHaveLength(6)
  expect(captions()[0]).toBe(
    'Plot 103, SF-102, 14 Jul 2026 9:30DJI_0.JPG, 3° from straight down, only a part of the plot',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Show 2 more' }))
  expect(captions()).toHaveLength(8)
})
