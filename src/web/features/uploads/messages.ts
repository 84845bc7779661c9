import { isolateName } from '#domain/display-names.ts'
import { ApiError } from '#web/lib/api.ts'

/** The exact texts of spec section 8. The server's message about a call takes precedence. */
export const messages = {
  uploaded: 'File uploaded successfully!',
  reportUploaded: 'Files uploaded successfully!',
  draftSaved: "Draft saved. The customer can't see it yet.",
  uploadedAgain: (name: string) => `File ${isolateName(name)} uploaded successfully!`,
  notUploaded: 'File could not be uploaded!',
  failed: (name: string) => `Failed to upload ${isolateName(name)}`,
  errorUploading: (name: string, reason: string) => `Error uploading ${isolateName(name)}: ${reason}`,
  uploadFailed: 'Upload failed',
  notProcessed: 'Failed to process files. Please try again.',
  notSubmitted: 'Error while submitting files!',
  noneUploaded: 'Failed to upload files',
  partlyUploaded: (count: number, of: number) => `${count} of ${of} file uploaded.`,
  reportFailed: 'Failed to upload file',
  noFile: 'Please upload at least one file',
  oneFileOnly: 'Only one file can be uploaded at a time',
  noReportFile: 'At least one file is required',
  noAnalysisId: 'Analysis request ID is missing',
  noProject: 'Project name is required',
  tooLarge: (name: string) => `${isolateName(name)} exceeds the maximum file size of 10GB`,
  folder: "A folder can't be uploaded. Compress it into one archive first.",
  paused: 'Paused',
  offline: 'Offline - will continue',
  waiting: 'Connection lost - trying again',
  unreadable: 'The file could not be read. Choose it again.',
  mayClose: 'You can close this dialog. Keep this tab open; progress continues below.',
  notRemoved: 'The upload could not be removed. Try again.',
} as const

/** The server's message about a call, or undefined when there was no response. */
export const serverMessage = (error: unknown): string =>
  error instanceof ApiError && error.status !== 0 ? error.message : ''
