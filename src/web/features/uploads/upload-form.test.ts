import { describe, expect, it } from 'vitest'
import { fingerprint } from '#transfer/fingerprint.ts'
import { differentFileProblem, newUploadForm, uploadForm } from './upload-form.ts'

const file = (name: string, content = 'x') => new File([content], name)
const filled = {
  projectType: 'maize_trial',
  description: '',
  files: [file('field.zip')],
  reportCategories: ['orthomosaic'],
}

const messages = (values: unknown) => uploadForm.safeParse(values).error?.issues.map((issue) => issue.message) ?? []

describe('the upload form', () => {
  it('accepts any type of file and no description', () => {
    expect(messages({ ...filled, files: [file('field.unknown-type')] })).toEqual([])
  })

  it('asks for project, file and outputs in the words of the product', () => {
    expect(messages(newUploadForm([]))).toEqual([
      'Please select a project name',
      'A file is required',
      'Please select at least one report category',
    ])
    expect(messages({ ...filled, files: [file('a.zip'), file('b.zip')] })).toEqual(['Only one file allowed'])
  })

  it('has a sole project chosen already, and leaves the choice between several', () => {
    expect(newUploadForm(['maize_trial']).projectType).toBe('maize_trial')
    expect(newUploadForm(['maize_trial', 'oat_rows']).projectType).toBe('')
  })

  it('rejects an empty file before anything is sent', () => {
    expect(messages({ ...filled, files: [file('field.zip', '')] })).toEqual([
      'field.zip is empty. Choose another file.',
    ])
  })
})

describe('resuming an unfinished upload', () => {
  const open = { fileName: 'Fläche 7.zip', fileSize: 4, fingerprint: null }

  it('rejects another content under the same name, of the same size', async () => {
    const print = (await fingerprint(file('Fläche 7.zip', 'abcd'))) ?? null
    expect(await differentFileProblem(file('Fläche 7.zip', 'abcd'), { ...open, fingerprint: print })).toBeUndefined()
    expect(await differentFileProblem(file('Fläche 7.zip', 'abce'), { ...open, fingerprint: print })).toContain(
      'different content',
    )
  })

  it('accepts the same file, however its name is composed', async () => {
    expect(await differentFileProblem(file('Fla\u0308che 7.zip', 'abcd'), open)).toBeUndefined()
  })

  it('rejects another name and another size', async () => {
    expect(await differentFileProblem(file('other.zip', 'abcd'), open)).toContain('started with Fläche 7.zip')
    expect(await differentFileProblem(file('Fläche 7.zip', 'abc'), open)).toContain('different size')
  })

  it('compares only the name when the size is unknown', async () => {
    expect(await differentFileProblem(file('Fläche 7.zip', 'abc'), { ...open, fileSize: null })).toBeUndefined()
  })
})
