import { formatBytes } from './units.ts'

/** The storage of a customer. Used are complete archives and the announced sizes of open uploads. */
export type StorageUse = { usedBytes: number; quotaBytes: number }

/** Returns why a file does not fit into the quota, or undefined. */
export function quotaProblem({ usedBytes, quotaBytes }: StorageUse, fileBytes: number): string | undefined {
  const leftBytes = Math.max(0, quotaBytes - usedBytes)
  if (fileBytes <= leftBytes) return undefined
  const [file, left, used, quota] = [fileBytes, leftBytes, usedBytes, quotaBytes].map(formatBytes)
  return (
    `This file needs ${file}, but you have ${left} left (${used} of ${quota} used). ` +
    'Remove an unfinished upload, or ask us for more space.'
  )
}
