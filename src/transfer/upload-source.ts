/** A file on the sender's computer; a browser's File is one. Reading fails once the file has changed. */
export type UploadSource = {
  readonly name: string
  readonly size: number
  readonly type: string
  slice(start: number, end: number, type?: string): Blob
}
