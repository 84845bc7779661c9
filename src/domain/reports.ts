import { GiB } from './units.ts'

export const REPORT_FILE_BYTES_MAX = GiB(10)
export const REMARKS_MAX = 5000
export const NO_REMARKS = 'No remarks provided.'
