import { ExportButton } from '#web/ui/export-button.tsx'
import { problemOf } from '../messages.ts'
import { downloadTable, exportTable } from '../trial-queries.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { DownloadRow } from './download-row.tsx'
import { FlightFiles } from './flight-files.tsx'

const FILES = [
  {
    format: 'report',
    extension: 'html',
    name: 'Report',
    about:
      'To read, print or save as PDF: methods with references, a map of plots for each main trait and date, the season, means of genotypes, warnings and excluded plots. One file that opens in any browser.',
  },
  {
    format: 'xlsx',
    extension: 'xlsx',
    name: 'Workbook (XLSX)',
    about:
      'For a spreadsheet: a row for each plot, the long table, means of genotypes, traits with their formulas, methods, and warnings, each on a sheet of its own.',
  },
  {
    format: 'gpkg',
    extension: 'gpkg',
    name: 'GeoPackage',
    about: 'For QGIS: plots in colours, plots without their buffer, the long table and the flights, in UTM.',
  },
  {
    format: 'geojson',
    extension: 'geojson',
    name: 'GeoJSON',
    about: 'For maps on the web and scripts: plots with their values, in longitude and latitude.',
  },
] as const

/** The values as files. */
export function DownloadsTab(workspace: Workspace) {
  const { trial, measurement } = workspace
  const { measurementId } = measurement
  const name = trial.name.replace(/[^\p{L}\p{N}-]+/gu, '_')
  return (
    <div className="flex flex-col gap-10">
      <ul className="max-w-3xl divide-y divide-line border-y border-line">
        {FILES.map(({ format, extension, ...file }) => (
          <DownloadRow
            key={format}
            {...file}
            fileName={`${name}_traits.${extension}`}
            load={downloadTable(measurementId, format)}
          />
        ))}
        <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
          <div className="max-w-prose min-w-0">
            <h3 className="font-semibold">Everything (CSV)</h3>
            <p className="text-sm text-muted">
              All traits on all flights: a row for each plot, date, trait and statistic, with what made each value.
            </p>
          </div>
          <ExportButton
            what="all values"
            fileName={() => `${name}_traits.csv`}
            load={exportTable(measurementId)}
            of={undefined}
            explain={problemOf}
          />
        </li>
      </ul>
      <FlightFiles {...workspace} />
    </div>
  )
}
