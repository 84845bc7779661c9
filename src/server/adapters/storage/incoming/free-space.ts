import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { AppError } from '#domain/errors.ts'
import { GiB } from '#domain/units.ts'
import { STORAGE_FULL } from '#domain/uploads.ts'

/** What uploads leave free for the database, the log and everything else: the smaller of these two. */
const RESERVE_MAX = GiB(5)
const RESERVE_SHARE = 0.05
const CHECK_INTERVAL_MS = 250

/** How much of a disk uploads may use. */
export type FreeSpace = {
  /** Throws 'storage-full' unless that many bytes fit above the reserve. Reserves nothing. */
  authorize(bytes: number): Promise<PartCounter>
}

/** Counts the bytes of one part. Throws 'storage-full' once they, or those of others, have used up the space. */
type PartCounter = { count(bytes: number): void }

type Space = Pick<StatsFs, 'bavail' | 'blocks' | 'bsize'>

/** `left` is the free space above the reserve; infinite on a disk that does not report its size. */
export function freeSpaceOf({ bavail, blocks, bsize }: Space): { free: number; reserve: number; left: number } {
  const free = bavail * bsize
  const reserve = Math.min(RESERVE_MAX, RESERVE_SHARE * blocks * bsize)
  return { free, reserve, left: blocks === 0 ? Number.POSITIVE_INFINITY : free - reserve }
}

/** The bytes that are free in a folder, above the reserve. */
export type LeftOn = (folder: string) => Promise<number>

export const leftOnDisk: LeftOn = async (folder) => freeSpaceOf(await statfs(folder)).left

/**
 * Reads the free space at most every 250 ms, without making parts in flight wait; in between it counts their bytes. A rejection
 * waits for a fresh reading, so it sees space that has just been freed.
 */
export function openFreeSpace(
  folder: string,
  {
    readSpace = statfs,
    now = () => performance.now(),
  }: { readSpace?: (folder: string) => Promise<Space>; now?: () => number } = {},
): FreeSpace {
  let left = 0
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  const isOld = () => now() - readAt >= CHECK_INTERVAL_MS
  const readWhenDue = async () => {
    if (!isOld()) await setTimeout(readAt + CHECK_INTERVAL_MS - now())
    readAt = now()
    ;({ left } = freeSpaceOf(await readSpace(folder)))
  }
  const readAgain = () => (reading ??= readWhenDue().finally(() => (reading = undefined)))

  return {
    async authorize(bytes) {
      if (isOld() || left < bytes) await readAgain()
      if (left < bytes) throw full()
      let ownBytes = 0
      return {
        count(more) {
          ownBytes += more
          left -= more
          // When the free space can't be read, the write fails too, and reports it.
          if (isOld()) void readAgain().catch(() => undefined)
          if (left >= 0) return
          // This part will be removed, so the others have its space.
          left += ownBytes
          throw full()
        },
      }
    },
  }
}

export const full = () => new AppError('storage-full', STORAGE_FULL)
