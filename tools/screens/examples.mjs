// Fills a fresh development server with examples, through its API as anyone would.
const PASSWORD = 'Skyfurrow1!'

export const PEOPLE = {
  staff: { email: 'staff@skyfurrow.example', password: PASSWORD },
  customer: { email: 'customer@skyfurrow.example', password: PASSWORD },
}

const REQUESTS = [
  ['Soybean_Yield_Trial', 'lamberton_2026-08-15.zip', 'PROCESSED', ['orthomosaic', 'plantFeatures', 'heatMaps']],
  ['Soybean_Yield_Trial', 'lamberton_2026-08-29_full_canopy_rgb.zip', 'PENDING', ['orthomosaic', 'elevationModels']],
  ['Winter_Wheat_Nursery', 'wheat_nursery_heading.7z', 'REJECTED', ['3dModel']],
  [
    'Winter_Wheat_Nursery',
    'wheat_nursery_flowering_with_gcp.zip',
    'UNDER_REVIEW',
    ['orthomosaic', 'elevationModels', 'heatMaps'],
  ],
  ['Soybean_Yield_Trial', 'lamberton_2026-09-05.zip', 'PENDING', ['orthomosaic', 'plantFeatures']],
]
const MESSAGES = {
  REJECTED: 'A third of the photos is out of focus. Please fly again.',
  UNDER_REVIEW: 'Ground control points found; we look at overlap now.',
}

export async function fillWithExamples(base) {
  const customer = await logIn(base, PEOPLE.customer)
  const staff = await logIn(base, PEOPLE.staff)
  for (const [projectType, fileName, status, reportCategories] of REQUESTS) {
    const description = 'Nadir flight at 40 m around noon, 80 % overlap both ways.'
    const id = await upload(customer, 'crop-images', {
      fileName,
      projectType,
      description,
      reportCategories,
      id: '',
    })
    if (status === 'PROCESSED')
      for (const name of ['lamberton_2026-08-15_orthomosaic.tif', 'lamberton_2026-08-15_plots.csv'])
        await upload(staff, 'admin-crop', {
          fileName: name,
          projectType,
          description: 'Plots 17 and 31 have gaps; see the column stand.',
          reportCategories,
          id,
        })
    else if (status !== 'PENDING')
      await call(staff, '/admin/updateRequestStatus', {
        analysisRequestId: id,
        fileStatus: status,
        message: MESSAGES[status],
      })
  }
}

/** `caller` is where the product runs and the token to call it with. */
async function upload(caller, side, start) {
  const content = Buffer.alloc(400_000 + 90_000 * start.fileName.length, start.fileName)
  const { data } = await call(caller, `/${side}/generate-presigned-url/new`, {
    ...start,
    totalChunks: 1,
    fileSize: content.length,
  })
  const { preSignedUrls, uploadId } = data.preSignedUrl
  const put = await fetch(preSignedUrls[1], { method: 'PUT', body: content })
  const etag = put.headers.get('etag').replaceAll('"', '')
  await call(caller, `/${side}/complete?uploadId=${uploadId}&analysisRequestId=${data.id}`, [{ partNumber: 1, etag }])
  return data.id
}

async function logIn(base, person) {
  const { data } = await call({ base, token: null }, '/auth/login', person)
  return { base, token: data.accessToken }
}

async function call({ base, token }, path, body) {
  const response = await fetch(`${base}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${path}: ${answer.message}`)
  return answer
}
