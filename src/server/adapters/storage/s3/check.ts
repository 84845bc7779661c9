import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import { minutes, seconds } from '#domain/units.ts'
import type { Bucket } from './client.ts'

const TIMEOUT_MS = seconds(10)
/** S3 rejects signatures a quarter of an hour from its own time. */
const CLOCK_SKEW_MAX_MS = minutes(5)

/**
 * Throws with the cause in its message. It lists, since a HEAD is rejected without a reason. It compares the clocks because the
 * client corrects its own calls by the store's time, but not signed URLs.
 */
export async function checkBucket({ client, name, now }: Bucket): Promise<void> {
  let date = ''
  const command = new ListMultipartUploadsCommand({ Bucket: name, MaxUploads: 1 })
  command.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      date = (result.response as { headers?: Record<string, string> }).headers?.['date'] ?? date
      return result
    },
    { step: 'deserialize', priority: 'low' },
  )
  try {
    await client.send(command, { abortSignal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    throw new Error(`The object store can't be used (${reason})`, { cause: error })
  }
  const skewMs = Math.abs(Date.parse(date) - now().getTime())
  if (skewMs > CLOCK_SKEW_MAX_MS)
    throw new Error(`This clock and that of the object store are ${Math.round(skewMs / minutes(1))} minutes apart`)
}
