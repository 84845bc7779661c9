import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { AppError } from '#domain/errors.ts'
import { GiB } from '#domain/units.ts'
import { STORAGE_FULL } from '#domain/uploads.ts'

/** What parts leave of a disk to the database, the log and everything else: the smaller of these two. */
const RESERVE_MOST = GiB(5)
const RESERVE_SHARE = 0.05
const LOOK_EVERY_MS = 250

/** How much parts may take of a disk. */
export type FreeSpace = {
  /** Throws 'storage-full' unless so many bytes fit above the reserve. Nothing is set aside for them. */
  authorize(bytes: number): Promise<Arriving>
}

/** Counts the bytes of one part. Throws 'storage-full' once they, or what others write, have used the room up. */
type Arriving = { count(bytes: number): void }

type Space = Pick<StatsFs, 'bavail' | 'blocks' | 'bsize'>

/** `left` is what is free above the reserve; without an end on a disk that does not tell its size. */
export function freeSpaceOf({ bavail, blocks, bsize }: Space): { free: number; reserve: number; left: number } {
  const free = bavail * bsize
  const reserve = Math.min(RESERVE_MOST, RESERVE_SHARE * blocks * bsize)
  return { free, reserve, left: blocks === 0 ? Number.POSITIVE_INFINITY : free - reserve }
}

/**
 * The disk is looked at every 250 ms at most, whatever comes in, and not waited for while bytes do; in between they are
 * counted. Who is to be refused waits for a look, so that room that has just been made is seen.
 */
export function openFreeSpace(
  folder: string,
  {
    look = statfs,
    now = () => performance.now(),
  }: { look?: (folder: string) => Promise<Space>; now?: () => number } = {},
): FreeSpace {
  let left = 0
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined

  const isOld = () => now() - lookedAt >= LOOK_EVERY_MS
  const lookWhenDue = async () => {
    if (!isOld()) await setTimeout(lookedAt + LOOK_EVERY_MS - now())
    lookedAt = now()
    ;({ left } = freeSpaceOf(await look(folder)))
  }
  const lookAgain = () => (looking ??= lookWhenDue().finally(() => (looking = undefined)))

  return {
    async authorize(bytes) {
      if (isOld() || left < bytes) await lookAgain()
      if (left < bytes) throw full()
      let mine = 0
      return {
        count(more) {
          mine += more
          left -= more
          // A disk that can't be looked at fails the write, too, and the next sender is told.
          if (isOld()) void lookAgain().catch(() => undefined)
          if (left >= 0) return
          // What has come of this part will be removed, so the others go on.
          left += mine
          throw full()
        },
      }
    },
  }
}

const full = () => new AppError('storage-full', STORAGE_FULL)
