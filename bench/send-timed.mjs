/** Sends an archive in one part. @returns its request, and how many milliseconds its start, part and end took */
export async function sendTimed(url, { headers, project, content }) {
  const calls = []
  const timed = async (address, init) => {
    const at = performance.now()
    const response = await fetch(address, init)
    const body = await response.text()
    calls.push(performance.now() - at)
    if (!response.ok) throw new Error(`${address} answered ${response.status}: ${body.slice(0, 300)}`)
    return { body, response }
  }
  const json = (value) => ({
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(value),
  })
  const start = {
    fileName: 'flight.zip',
    description: 'Flight at noon',
    projectType: project,
    totalChunks: 1,
    reportCategories: ['orthomosaic'],
    fileSize: content.length,
  }
  const begun = await timed(`${url}/api/crop-images/generate-presigned-url/new`, json(start))
  const { id, preSignedUrl } = JSON.parse(begun.body).data
  // In production, it names the host of the public address.
  const address = preSignedUrl.preSignedUrls[1].replace(/^https?:\/\/[^/]+/, url)
  const { response } = await timed(address, { method: 'PUT', body: content })
  const query = new URLSearchParams({ uploadId: preSignedUrl.uploadId, analysisRequestId: id })
  const parts = [{ partNumber: 1, etag: response.headers.get('etag').replaceAll('"', '') }]
  await timed(`${url}/api/crop-images/complete?${query}`, json(parts))
  return { id, calls }
}
