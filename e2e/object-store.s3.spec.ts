import { DeleteBucketCorsCommand, S3Client } from '@aws-sdk/client-s3'
import { expect, logIn, test as quiet } from './fixtures.ts'
import { makeFile } from './images.ts'
import { archiveInput, fillUpload, submit, upload } from './upload-screen.ts'

/** The browser logs to its console what it blocks. */
const test = quiet.extend<{ quietConsole: undefined }>({ quietConsole: undefined })

/** The last test on this bucket, because it removes the rules permanently. */
test('F55: a bucket that lost its CORS rules is named as the cause, without retries', async ({
  page,
  seed,
}, testInfo) => {
  const { STORAGE_URL = '', TEST_S3_ENDPOINT: endpoint = '' } = process.env
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true })
  await client.send(new DeleteBucketCorsCommand({ Bucket: new URL(STORAGE_URL).host }))

  await logIn(page, await seed.createCustomer('Cora Lost'))
  await fillUpload(page, 'Soybean Yield Trial')
  await archiveInput(page).setInputFiles(makeFile(testInfo.outputPath('archive'), 'plots.zip', 9))
  await submit(page).click()
  await expect(upload(page)).toContainText(
    "Failed to upload part 1: the file storage doesn't accept uploads from this page (CORS). Please tell us.",
    { timeout: 30_000 },
  )
})
