import { z } from 'zod'
import type { OpenUpload } from '#contract/uploads.ts'
import { DESCRIPTION_MAX } from '#domain/analyses.ts'
import { isolateName } from '#domain/display-names.ts'
import { checkFileName } from '#domain/file-names.ts'
import { fingerprint } from '#transfer/fingerprint.ts'

/** Returns why a file cannot be uploaded, or undefined. Any type is accepted. */
export function checkFile(file: File): string | undefined {
  return (
    checkFileName(file.name) ??
    (file.size === 0 ? `${isolateName(file.name)} is empty. Choose another file.` : undefined)
  )
}

export const uploadForm = z.object({
  projectType: z.string().min(1, 'Please select a project name'),
  description: z.string().max(DESCRIPTION_MAX, `At most ${DESCRIPTION_MAX} characters`),
  files: z
    .array(
      z.instanceof(File).superRefine((file, context) => {
        const message = checkFile(file)
        if (message) context.addIssue({ code: 'custom', message })
      }),
    )
    .min(1, 'A file is required')
    .max(1, 'Only one file allowed'),
  reportCategories: z.array(z.string()).min(1, 'Please select at least one report category'),
})
export type UploadForm = z.infer<typeof uploadForm>

/** The form as it opens. A customer's only project is chosen already. */
export const newUploadForm = ([project = '', ...others]: readonly string[]): UploadForm => ({
  projectType: others.length > 0 ? '' : project,
  description: '',
  files: [],
  reportCategories: [],
})

/** Returns why a file is not the one of an unfinished upload, or undefined. */
export async function differentFileProblem(
  file: File,
  open: Pick<OpenUpload, 'fileName' | 'fileSize' | 'fingerprint'>,
): Promise<string | undefined> {
  if (file.name.normalize('NFC') !== open.fileName.normalize('NFC'))
    return `This upload was started with ${isolateName(open.fileName)}. Choose that file.`
  if (open.fileSize !== null && file.size !== open.fileSize)
    return `${isolateName(file.name)} has a different size than when this upload was started. Choose the original file, or remove this upload and start again.`
  const print = open.fingerprint === null ? undefined : await fingerprint(file)
  if (print !== undefined && print !== open.fingerprint)
    return `${isolateName(file.name)} has different content than when this upload was started. Choose the original file, or remove this upload and start again.`
  return undefined
}
