import { AppError } from '#domain/errors.ts'
import type { Deps } from '../../deps.ts'

/** What reading a file comes to; undefined when the file is gone: removed meanwhile, or lost, which the log then says. */
export async function skipIfMissing<Result>(
  { log }: Pick<Deps, 'log'>,
  fileId: string,
  read: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await read
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not-found')) throw error
    log.error({ fileId }, 'file missing in storage')
    return undefined
  }
}
