import type { EndpointName } from '#contract/api.ts'
import type { PresignedUpload } from '#contract/uploads.ts'
import { DEMO_ACCOUNTS } from '#server/features/accounts/demo/demo-accounts.ts'
import { type Answer, type CallOptions, callApi } from '../server/test-server.ts'
import { startArchive } from '../server/uploads.ts'

const PASSWORD = 'Skyfurrow1!'

/** The demo customer of a server process. The session survives restarts. */
export type Customer = {
  token: string
  call: <Name extends EndpointName>(name: Name, options?: CallOptions<Name>) => Promise<Answer<Name>>
  start: (content: Buffer, partBytes?: number) => Promise<PresignedUpload>
  resume: (presigned: PresignedUpload) => Promise<PresignedUpload>
  complete: (
    presigned: PresignedUpload,
    parts: { partNumber: number; etag: string }[],
  ) => Promise<Answer<'completeUpload'>>
}

export const refOf = (presigned: PresignedUpload) => ({
  uploadId: presigned.preSignedUrl.uploadId,
  analysisRequestId: presigned.id,
})

/** The signed URL of one part. */
export const urlOfPart = (presigned: PresignedUpload, part: number): string =>
  presigned.preSignedUrl.preSignedUrls[String(part)] ?? ''

/** With the URLs of these parts only. */
export const onlyParts = (presigned: PresignedUpload, ...parts: number[]): PresignedUpload => ({
  ...presigned,
  preSignedUrl: {
    ...presigned.preSignedUrl,
    preSignedUrls: Object.fromEntries(parts.map((part) => [String(part), urlOfPart(presigned, part)])),
  },
})

export const logInAsDemoCustomer = (url: string): Promise<Customer> => logInAsDemoAccount(url, DEMO_ACCOUNTS[1].email)

export async function logInAsDemoAccount(url: string, email: string): Promise<Customer> {
  const login = await callApi(url, 'logIn', { body: { email, password: PASSWORD } })
  const { accessToken: token, assignedProjects } = login.body.data
  const call: Customer['call'] = (name, options) => callApi(url, name, { token, ...options })
  let flights = 0
  return {
    token,
    call,
    start: async (content, partBytes = PART) => {
      const start = {
        fileName: `flight-${(flights += 1)}.zip`,
        projectType: assignedProjects[0] ?? '',
        totalChunks: Math.ceil(content.length / partBytes),
      }
      return expectOk(await startArchive({ call }, { token }, { content, start })).data
    },
    resume: async (presigned) => expectOk(await call('resumeUpload', { query: refOf(presigned) })).data,
    complete: (presigned, parts) => call('completeUpload', { query: refOf(presigned), body: parts }),
  }
}

/** The part size of servers with this PART_BYTES. */
export const PART = 64 * 1024

/** Content in which no two parts are equal. */
export const makeContent = (bytes: number): Buffer =>
  Buffer.from(Uint8Array.from({ length: bytes }, (_, at) => (at * 7 + (at >> 10) * 13) % 251))

function expectOk<Name extends EndpointName>({ status, body }: Answer<Name>): Answer<Name>['body'] {
  if (status !== 200) throw new Error(`${status} ${body.message}`)
  return body
}
