import { FileUp, Grid3x3, Pencil, Tags } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { displayName } from '#domain/display-names.ts'
import { counted } from '#domain/units.ts'
import { useListState } from '#web/lib/back-link.tsx'
import { Time } from '#web/lib/time.tsx'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { NamePlotsDialog } from '../plot-names/name-plots-dialog.tsx'
import type { Trial } from '../trial-queries.ts'
import { ImportPlotsDialog } from './import-plots-dialog.tsx'

/** Where the plots lie. To draw them is the primary action where that is the next step. */
export function TrialPlots({ trial, isNext }: { trial: Trial; isNext: boolean }) {
  const [isImporting, setIsImporting] = useState(false)
  const [isNaming, setIsNaming] = useState(false)
  const [newest] = trial.plotVersions
  const back = useListState()
  return (
    <div className="flex flex-col items-start gap-4 text-sm">
      {newest ? (
        <p>
          <span className="font-semibold">{counted(newest.plots, 'plot')}</span>, version {newest.version},{' '}
          <span className="text-muted">
            saved by <bdi>{displayName(newest.author)}</bdi> on <Time at={newest.createdTime} />
          </span>
        </p>
      ) : (
        <p className="text-muted">
          Draw the plots on the map of a flight, or import their outlines: GeoJSON, GeoPackage, shapefile or KML, as
          QGIS and other programs save them.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {trial.flights.length > 0 && newest?.hasLayout && (
          <Link
            to={`layout?version=${newest.version}`}
            state={back}
            className={buttonClasses({ variant: 'secondary', size: 'small' })}
          >
            <Pencil aria-hidden className="size-4" />
            Edit layout
          </Link>
        )}
        {trial.flights.length > 0 && (
          <Link
            to="layout"
            state={back}
            className={buttonClasses({ variant: isNext ? 'primary' : 'secondary', size: 'small' })}
          >
            <Grid3x3 aria-hidden className="size-4" />
            Draw plots
          </Link>
        )}
        <Button variant="secondary" size="small" onClick={() => setIsImporting(true)}>
          <FileUp aria-hidden className="size-4" />
          Import plots
        </Button>
        {newest && (
          <Button variant="secondary" size="small" onClick={() => setIsNaming(true)}>
            <Tags aria-hidden className="size-4" />
            Add plot names and genotypes
          </Button>
        )}
      </div>
      {isImporting && <ImportPlotsDialog trial={trial} onClose={() => setIsImporting(false)} />}
      {isNaming && newest && (
        <NamePlotsDialog trial={trial} version={newest.version} onClose={() => setIsNaming(false)} />
      )}
    </div>
  )
}
