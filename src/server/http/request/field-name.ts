/** Fields that people know under another name than the wire. */
const NAMES: Record<string, string> = {
  analysisRequestId: 'Analysis request ID',
  fileStatus: 'Status',
  projectType: 'Project name',
  projectTypes: 'Projects',
  searchReq: 'Search',
  totalChunks: 'Number of parts',
  uploadId: 'Upload ID',
  userId: 'User ID',
}

/** The name of a field in a message: 'Full name' for `fullName`, 'Projects, entry 2' for `projectTypes.1`. */
export function fieldName(path: readonly PropertyKey[]): string {
  const places = path.filter((key) => typeof key === 'number').map((place) => `entry ${place + 1}`)
  const name = path.findLast((key) => typeof key === 'string')
  const words = name === undefined ? [] : [NAMES[name] ?? inWords(name)]
  const [first = '', ...others] = [...words, ...places]
  return [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(', ')
}

const inWords = (name: string): string => name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
