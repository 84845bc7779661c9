import { formatBytes } from './units.ts'
import { projectTypeLabel } from './users.ts'

/** The storage of a customer. Used are complete archives and own files with their copies for viewing, the announced sizes of open uploads, and what trials hold. */
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

export const isFull = ({ usedBytes, quotaBytes }: StorageUse): boolean => usedBytes >= quotaBytes

export const storageIsFull = ({ usedBytes, quotaBytes }: StorageUse): string =>
  `Your storage is full: ${formatBytes(usedBytes)} of ${formatBytes(quotaBytes)} used. ` +
  'Delete measurements or trials that you no longer need, or ask us for more space.'

/** A part of what fills a storage. */
type StoragePart = { projectType: string | null; kind: keyof typeof PART_NOUNS; bytes: number }

const PART_NOUNS = {
  archives: 'raw images',
  'own-files': 'own files',
  copies: 'copies of own files for viewing',
  'open-uploads': 'unfinished uploads',
  plots: 'plots of trials',
  values: 'measured values of trials',
  'plot-images': 'photos of plots',
  'flight-files': 'files made of flights',
} as const

const PARTS_NAMED = 2

/** A sentence about the largest parts, which come first; empty where there is none. */
export function largestParts(parts: readonly StoragePart[]): string {
  const named = parts.slice(0, PARTS_NAMED).map(({ projectType, kind, bytes }) => {
    const of = projectType === null ? '' : ` of ${projectTypeLabel(projectType)}`
    return `${PART_NOUNS[kind]}${of} (${formatBytes(bytes)})`
  })
  return named.length === 0 ? '' : `Most of it: ${named.join(', ')}.`
}
