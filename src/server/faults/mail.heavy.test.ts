import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { minutes, seconds } from '#domain/units.ts'
import { addressOf, openSmtpServer, type TestSmtpServer } from '#server/testing/doubles/smtp-server.ts'
import { logInAsDemoCustomer } from '#server/testing/processes/demo-customer.ts'
import { prepareServer, type ServerProcess } from '#server/testing/processes/server-process.ts'

let smtpServer: TestSmtpServer
let product: ServerProcess
beforeEach(async () => {
  smtpServer = await openSmtpServer()
  product = await prepareServer({ SMTP_URL: addressOf(smtpServer) })
})
afterEach(async () => {
  await product.remove()
  await smtpServer.stop()
})

test(
  'F6: killed before the mail server has confirmed an email, it is sent again with the same Message-ID',
  async () => {
    await product.start()
    const customer = await logInAsDemoCustomer(product.url)
    smtpServer.judge.message = async (): Promise<'take'> => {
      smtpServer.judge.message = () => 'take'
      await product.kill()
      return 'take'
    }
    const email = 'ann@example.org'
    const body = { fullName: 'Ann Meadow', email, password: 'Furrow-2026!', confirmPassword: 'Furrow-2026!' }
    await customer.call('register', { body }).catch(() => undefined)
    expect(await product.ended()).toEqual([null, 'SIGKILL'])
    expect(smtpServer.received).toHaveLength(1)

    await product.start()
    const soon = { timeout: minutes(4), interval: seconds(1) }
    await vi.waitFor(() => expect(smtpServer.received).toHaveLength(2), soon)
    const [first, second] = smtpServer.received
    expect(second).toMatchObject({ to: email, messageId: first?.messageId })
  },
  minutes(5),
)
