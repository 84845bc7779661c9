import type { call } from './api.ts'
import { ApiError } from './api-error.ts'
import type { CallArguments, Reply } from './send.ts'

/** Like `call`, but loads the API client with the first call. Most visitors of the public pages never need it. */
export async function lazyCall<Name extends Parameters<typeof call>[0]>(
  name: Name,
  ...input: CallArguments<Name>
): Promise<Reply<Name>> {
  const client = await import('./api.ts').catch((error: unknown) => {
    console.warn(error)
    throw new ApiError(0)
  })
  return client.call(name, ...input)
}
