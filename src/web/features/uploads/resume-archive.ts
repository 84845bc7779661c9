import type { OpenUpload } from '#contract/uploads.ts'
import { type ArchiveTask, startArchive } from './archive-task.ts'
import { loadFileHandle } from './file-handles.ts'
import { differentFileProblem } from './upload-form.ts'

/** Resumes an open upload, if the browser remembers its file. If that file has changed, returns the reason. */
export async function resumeArchive(
  resume: OpenUpload,
  onUploaded: () => void,
): Promise<{ task?: ArchiveTask; refusal?: string }> {
  const known = await loadFileHandle(resume.uploadId)
  if (!known) return {}
  const refusal = await differentFileProblem(known.file, resume)
  if (refusal !== undefined) return { refusal }
  return { task: startArchive({ ...known, details: resume, resume, isRetry: false, onUploaded }) }
}
