import { missingPrograms } from '../adapters/engines/preview/find-programs.ts'
import { type DoctorContext, type Finding, ok } from './finding.ts'

const NAME = 'preview engine'

/** Without its programs everything else works, so that they are missing is no failure. */
export async function* checkPreview({ config }: DoctorContext): AsyncGenerator<Finding> {
  if (!config.jobWeights.includes('heavy')) return
  const missing = await missingPrograms()
  if (missing.length === 0) yield ok(NAME, 'COLMAP and GDAL can be run')
  for (const { command, todo } of missing)
    yield { name: NAME, state: 'skipped', says: `${command} can't be run, so this process makes no previews`, todo }
}
