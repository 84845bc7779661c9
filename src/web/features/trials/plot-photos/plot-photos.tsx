import { useState } from 'react'
import { latePart } from '#web/lib/late-part.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Workspace } from '../workspace/workspace.ts'

const Dialog = latePart(
  'The photos could not be loaded',
  async () => (await import('./plot-photos-dialog.tsx')).PlotPhotosDialog,
)

type PlotPhotosProps = Pick<Workspace, 'flights' | 'trial' | 'measurement' | 'plots'> & {
  plotId: string
  /** Shown first, if its photos can be. */
  flightId: string
}

/** Opens a plot in all photos; only of maps for which our own engine knows where each was taken. */
export function PlotPhotos({ flights, trial, measurement, plots, plotId, flightId }: PlotPhotosProps) {
  const [isOpen, setIsOpen] = useState(false)
  const own = flights.filter(({ orthomosaic }) => orthomosaic.madeBy?.engine === 'preview')
  const first = own.find(({ trialFlightId }) => trialFlightId === flightId) ?? own.at(-1)
  if (!first) return null
  return (
    <>
      <Button variant="quiet" size="small" className="-ml-3 self-start" onClick={() => setIsOpen(true)}>
        All photos
      </Button>
      {isOpen && (
        <Dialog
          flights={own}
          first={first.trialFlightId}
          plotId={plotId}
          about={{ trial, genotype: plots.find((one) => one.plotId === plotId)?.attributes.genotype }}
          plotsVersion={measurement?.plotsVersion ?? trial.plotVersions[0]?.version}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
