import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { minutes, seconds } from '#domain/units.ts'
import { enterAsCustomer } from '#server/testing/customer.ts'
import { addressOf, type MailServer, openMailServer } from '#server/testing/mail-server.ts'
import { type Product, prepareProduct } from '#server/testing/product.ts'

let post: MailServer
let product: Product
beforeEach(async () => {
  post = await openMailServer()
  product = await prepareProduct({ SMTP_URL: addressOf(post) })
})
afterEach(async () => {
  product.remove()
  await post.stop()
})

test(
  'F6: killed while the mail server has the letter and has not said so, it goes once more, under the same Message-ID',
  async () => {
    await product.start()
    const customer = await enterAsCustomer(product.url)
    post.judge.message = async (): Promise<'take'> => {
      post.judge.message = () => 'take'
      await product.kill()
      return 'take'
    }
    const email = 'ann@example.org'
    const body = { fullName: 'Ann Meadow', email, password: 'Furrow-2026!', confirmPassword: 'Furrow-2026!' }
    await customer.call('register', { body }).catch(() => undefined)
    expect(await product.ended()).toEqual([null, 'SIGKILL'])
    expect(post.received).toHaveLength(1)

    await product.start()
    const soon = { timeout: minutes(4), interval: seconds(1) }
    await vi.waitFor(() => expect(post.received).toHaveLength(2), soon)
    const [first, second] = post.received
    expect(second).toMatchObject({ to: email, messageId: first?.messageId })
  },
  minutes(5),
)
