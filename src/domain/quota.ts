import { formatBytes } from './units.ts'

/** How much of their space a customer has used: whole archives, and what open uploads have announced. */
export type StorageUse = { usedBytes: number; quotaBytes: number }

/** Why a file does not fit into what is left, or undefined. */
export function whyBeyondQuota({ usedBytes, quotaBytes }: StorageUse, fileBytes: number): string | undefined {
  const leftBytes = Math.max(0, quotaBytes - usedBytes)
  if (fileBytes <= leftBytes) return undefined
  const [file, left, used, quota] = [fileBytes, leftBytes, usedBytes, quotaBytes].map(formatBytes)
  return (
    `This file needs ${file}, but you have ${left} left (${used} of ${quota} used). ` +
    'Remove an unfinished upload, or ask us for more space.'
  )
}
