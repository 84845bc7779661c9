import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { full, type LeftOn, leftOnDisk } from '../../adapters/storage/incoming/free-space.ts'
import type { WithConfig } from '../../deps.ts'

const inUse = new Set<string>()

/** A private folder for a job, on a disk with more left than the reserve. Those that an ended process left are removed by the next job. */
export async function withScratch<T>(
  { config: { dataDir }, leftOn = leftOnDisk }: WithConfig<'dataDir'> & { leftOn?: LeftOn },
  kind: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const parent = join(dataDir, 'scratch', kind)
  const name = randomUUID()
  inUse.add(name)
  try {
    await mkdir(join(parent, name), { recursive: true, mode: 0o700 })
    for (const left of await readdir(parent))
      if (!inUse.has(left)) await rm(join(parent, left), { recursive: true, force: true })
    if ((await leftOn(parent)) <= 0) throw full()
    return await work(join(parent, name))
  } finally {
    inUse.delete(name)
    await rm(join(parent, name), { recursive: true, force: true })
  }
}
