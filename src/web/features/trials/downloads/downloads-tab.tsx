import { linkAccess } from '#web/lib/session/link-access.ts'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { inFileName, problemOf } from '../messages.ts'
import { ProgramsSection } from '../programs/programs-section.tsx'
import { downloadTable, exportTable } from '../trial-queries.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { DownloadRow } from './download-row.tsx'
import { FieldBookFiles } from './field-book-files.tsx'
import { FileList, FileRow } from './file-row.tsx'
import { AllFlightFiles, FlightFiles } from './flight-files.tsx'

const FILES = [
  {
    format: 'report',
    ending: 'traits.html',
    name: 'Report',
    about:
      'To read, print or save as PDF: methods with references, a map of plots for each main trait and date, the season, means of genotypes, warnings and excluded plots. One file that opens in any browser.',
  },
  {
    format: 'xlsx',
    ending: 'traits.xlsx',
    name: 'Workbook (XLSX)',
    about:
      'For a spreadsheet: a row for each plot, the long table, means of genotypes, a codebook of the headings with formulas, methods, and warnings, each on a sheet of its own.',
  },
  {
    format: 'gpkg',
    ending: 'traits.gpkg',
    name: 'GeoPackage',
    about:
      'For QGIS and R: plots in colours, plots without their buffer, the long table, means of genotypes, the flights and a codebook, in UTM.',
  },
  {
    format: 'geojson',
    ending: 'traits.geojson',
    name: 'GeoJSON',
    about:
      'For maps on the web and scripts: plots with their values, in longitude and latitude. Means of genotypes are in the GeoPackage.',
  },
  {
    format: 'fieldimager',
    ending: 'fieldimager.csv',
    name: 'Names of FIELDimageR (CSV)',
    about:
      'For scripts in R that were written for FIELDimageR: a row for each plot, and columns such as NGRDI_mean and AreaPercentage, with their date when there are several. Excluded plots are NA.',
  },
  {
    format: 'means',
    ending: 'means.csv',
    name: 'Means of genotypes (CSV)',
    about:
      'For scripts: a row for each genotype, trait and date, with its standard error, the mean adjusted for the places of plots, and what was fitted.',
  },
  {
    format: 'codebook',
    ending: 'codebook.csv',
    name: 'Codebook (CSV)',
    about:
      'What the headings of these files mean, with units, formulas and references, and how the values were made, as a paragraph for a paper.',
  },
] as const

/** The values as files. */
export function DownloadsTab(workspace: Workspace) {
  const { trial, measurement } = workspace
  const of = measurement ? { measurementId: measurement.measurementId } : { trialId: trial.trialId }
  // Files of a flight take room in the account of the trial.
  const makesFiles = measurement && !linkAccess.get() && !(trial.isShared && trial.isClosed)
  const name = inFileName(trial.name)
  const isOfSeveral = new Set((measurement?.measured ?? []).flatMap(({ flightIds }) => flightIds)).size > 1
  const everything = (
    <ExportButton
      what="all values"
      fileName={() => `${name}_traits.csv`}
      load={exportTable(of)}
      of={undefined}
      explain={problemOf}
    />
  )
  return (
    <div className="flex flex-col gap-10">
      <FileList
        title="Values as files"
        about="What people recorded and the main value of each trait on each flight; everything is in the last file."
      >
        {FILES.map(({ format, ending, ...file }) => (
          <DownloadRow key={format} {...file} fileName={`${name}_${ending}`} load={downloadTable(of, format)} />
        ))}
        <FileRow
          name="Everything (CSV)"
          about="All traits on all flights: a row for each plot, date, trait and statistic, with what made each value."
          problem={undefined}
          button={everything}
        />
      </FileList>
      <FieldBookFiles trialId={trial.trialId} name={name} load={downloadTable(of, 'field-book')} />
      {!linkAccess.get() && <ProgramsSection trialId={trial.trialId} />}
      {makesFiles && <FlightFiles {...workspace} measurement={measurement} />}
      {makesFiles && isOfSeveral && <AllFlightFiles measurementId={measurement.measurementId} />}
    </div>
  )
}
