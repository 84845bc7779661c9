import type { Config } from '../config/config.ts'

type Places = Pick<Config, 'postgres' | 'objectStore' | 'dataDir'>

/** How to reset a target that is neither empty nor complete. */
export function resetInstructions({ postgres, objectStore, dataDir }: Places): string {
  const database = postgres ? `drop the database ${postgres.database} and create it again` : `remove ${dataDir}/db`
  const store = objectStore ? `empty the bucket ${objectStore.bucket}` : `remove what is in ${dataDir}/objects`
  return `If nothing in it is needed, as after an interrupted restore: ${database}, and ${store}.`
}
