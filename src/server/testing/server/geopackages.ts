import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A GeoPackage as SQLite reads it. */
export async function openGeopackage(bytes: Uint8Array) {
  const folder = await mkdtemp(join(tmpdir(), 'skyfurrow-gpkg-'))
  await writeFile(join(folder, 'trial.gpkg'), bytes)
  const db = new DatabaseSync(join(folder, 'trial.gpkg'), { readOnly: true })
  const close = () => {
    db.close()
    return rm(folder, { recursive: true })
  }
  return { all: (query: string) => db.prepare(query).all(), close }
}
