import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { databaseFolder } from '#server/adapters/db/embedded/embedded-folder.ts'

export type DatabaseProcess = { pid: number; name: string }

/** The processes of the embedded database of a data folder, the oldest first: each works in its folder. */
export function databaseProcesses(dataDir: string): DatabaseProcess[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).flatMap((pid) => {
    try {
      const isOurs = readlinkSync(`/proc/${pid}/cwd`) === databaseFolder(dataDir)
      return isOurs ? [{ pid, name: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() }] : []
    } catch {
      // It has just ended.
      return []
    }
  })
}

/** The process that starts the others. */
export const postmasterOf = (dataDir: string): number =>
  databaseProcesses(dataDir).find(({ name }) => name.includes(' -D '))?.pid ?? 0
