import { readFileSync } from 'node:fs'
import type { Choice } from '#imagery/traits/derived/model-choice.ts'
import { defineThreadWork } from '../thread-work.ts'
import { codebookFile } from './exports/codebook.ts'
import type { ExportTable } from './exports/export-table.ts'
import { fieldBookFile } from './exports/field-book-file.ts'
import { genotypeFile } from './exports/genotype-sheet.ts'
import { trialReport } from './exports/report/trial-report.ts'
import { trialFieldimager } from './exports/trial-fieldimager.ts'
import { trialGeojson } from './exports/trial-geojson.ts'
import { writeTrialGeopackage } from './exports/trial-geopackage.ts'
import { trialWorkbook } from './exports/trial-workbook.ts'

export type ExportFormat = 'xlsx' | 'geojson' | 'gpkg' | 'report' | 'fieldimager' | 'field-book' | 'codebook' | 'means'
/** `path` is that of a file for the GeoPackage, which is not there yet. */
type Wanted = { format: ExportFormat; table: ExportTable; choice: Choice; madeOn: string; path: string }

/** A measurement as a file. */
export const work = defineThreadWork(({ format, table, choice, madeOn, path }: Wanted): Uint8Array => {
  if (format === 'xlsx') return trialWorkbook(table, choice)
  if (format === 'geojson') return trialGeojson(table)
  if (format === 'fieldimager') return trialFieldimager(table)
  if (format === 'means') return genotypeFile(table, choice)
  if (format === 'codebook') return codebookFile(table)
  if (format === 'field-book') return fieldBookFile(table)
  if (format === 'report') return trialReport(table, madeOn)
  writeTrialGeopackage(path, table, choice)
  return readFileSync(path)
})
