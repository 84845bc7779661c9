import type { OpenUpload } from '#contract/uploads.ts'
import { type ArchiveTask, startArchive } from './archive-task.ts'
import { recallFile } from './file-memory.ts'
import { whyNotSameFile } from './upload-form.ts'

/** Goes on with an unfinished upload at once, if the browser knows its file; if that is not the same any more, says why. */
export async function continueArchive(
  resume: OpenUpload,
  onUploaded: () => void,
): Promise<{ task?: ArchiveTask; refusal?: string }> {
  const known = await recallFile(resume.uploadId)
  if (!known) return {}
  const refusal = await whyNotSameFile(known.file, resume)
  if (refusal !== undefined) return { refusal }
  return { task: startArchive({ ...known, details: resume, resume, onUploaded }) }
}
