import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { urlOf } from '#contract/endpoint.ts'
import { send } from './send.ts'

const closing: (() => void)[] = []
const realFetch = globalThis.fetch

/** A local server that receives all calls with a relative path. */
async function serve(listener: RequestListener): Promise<void> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  globalThis.fetch = (path, init) =>
    realFetch(new URL(path instanceof Request ? path.url : path, `http://127.0.0.1:${port}`), init)
  closing.push(() => server.close())
}

const answering =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'r-1', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

const body = { email: 'ann@field.example', password: 'Secret12!' }

afterEach(() => {
  globalThis.fetch = realFetch
  for (const close of closing.splice(0)) close()
})

describe('a call', () => {
  it('requests the path of the contract with its query', () => {
    expect(urlOf(api.forgotPassword, { email: 'a+b@c.de' })).toBe('/api/auth/forgot-password?email=a%2Bb%40c.de')
    expect(urlOf(api.listUsers, { after: undefined })).toBe('/api/admin/getAllUsers')
  })

  it('fails with the message of the server', async () => {
    await serve(answering(401, { statusCode: 401, message: 'Incorrect email or password' }))
    await expect(send<'logIn'>(api.logIn, { body })).rejects.toMatchObject({
      status: 401,
      message: 'Incorrect email or password',
      requestId: 'r-1',
    })
  })

  it('accepts the status code as text too', async () => {
    await serve(answering(200, { statusCode: '200', message: 'Password reset successful!' }))
    const reset = { email: body.email, verificationCode: '123456', newPassword: 'Secret12!' }
    expect(await send<'confirmForgotPassword'>(api.confirmForgotPassword, { body: reset })).toEqual({
      message: 'Password reset successful!',
    })
  })

  it('reports field errors and when to retry', async () => {
    const errors = [{ field: 'email', message: 'Invalid email format' }]
    await serve(answering(429, { statusCode: 429, message: 'Too many', errors }, { 'retry-after': '30' }))
    await expect(send<'logIn'>(api.logIn, { body })).rejects.toMatchObject({ errors, retryAfterSeconds: 30 })
  })

  it('fails with a readable message when another server answers', async () => {
    await serve(answering(502, '<html>Bad gateway</html>'))
    await expect(send<'logIn'>(api.logIn, { body })).rejects.toMatchObject({
      status: 502,
      message: 'An unexpected error occurred',
    })
  })

  it('fails like a lost connection when only a part of the answer arrives', async () => {
    await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{"statusCode": 200', () => response.destroy())
    })
    await expect(send<'logIn'>(api.logIn, { body })).rejects.toMatchObject({ status: 0 })
  })

  it('fails when a success has no data', async () => {
    await serve(answering(200, { statusCode: 200, message: 'Login successful!' }))
    await expect(send<'logIn'>(api.logIn, { body })).rejects.toMatchObject({ message: 'Invalid response data' })
  })

  it('has status 0 when there is no response', async () => {
    await serve((request) => request.socket.destroy())
    await expect(send<'logIn'>(api.logIn, { body })).rejects.toMatchObject({
      status: 0,
      message: 'An unexpected error occurred',
    })
  })
})
