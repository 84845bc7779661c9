import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { KiB } from '#domain/units.ts'

const run = promisify(execFile)

/** A separate file system in memory (tmpfs) that can be filled and made read-only. */
export type SmallDisk = {
  /** Fills it completely. Returns a function that frees the space. */
  fill: () => Promise<{ free: () => Promise<void> }>
  /** Uses up all inodes, so that no file can be created. */
  fillInodes: () => Promise<{ free: () => Promise<void> }>
  setReadOnly: (isReadOnly: boolean) => Promise<void>
  unmount: () => Promise<void>
}

/** Mounts it on an empty folder, which is created if missing. `inodes` 0 means no limit. */
export async function mountSmallDisk(folder: string, bytes: number, inodes = 0): Promise<SmallDisk> {
  mkdirSync(folder, { recursive: true })
  await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes},nr_inodes=${inodes}`, 'tmpfs', folder])
  return {
    fill: () => fill(join(folder, 'ballast')),
    fillInodes: () => fillInodes(join(folder, 'many')),
    setReadOnly: async (isReadOnly) => {
      await run('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder])
    },
    unmount: async () => {
      await run('umount', [folder])
    },
  }
}

async function fillInodes(many: string): Promise<{ free: () => Promise<void> }> {
  await mkdir(many)
  for (let at = 0, fits = true; fits; at += 1)
    fits = await writeFile(join(many, String(at)), '').then(
      () => true,
      () => false,
    )
  return { free: () => rm(many, { recursive: true }) }
}

async function fill(ballast: string): Promise<{ free: () => Promise<void> }> {
  const handle = await open(ballast, 'w')
  try {
    for (const piece of [Buffer.alloc(KiB(256)), Buffer.alloc(KiB(1)), Buffer.alloc(1)])
      for (let fits = true; fits; )
        fits = (await handle.write(piece).catch(() => ({ bytesWritten: 0 }))).bytesWritten > 0
  } finally {
    await handle.close()
  }
  return { free: () => rm(ballast) }
}
