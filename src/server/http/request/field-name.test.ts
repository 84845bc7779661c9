import { expect, test } from 'vitest'
import { fieldName } from './field-name.ts'

test.each([
  [['fullName'], 'Full name'],
  [['email'], 'Email'],
  [['confirmationCode'], 'Confirmation code'],
  [['projectType'], 'Project name'],
  [['metadata', 'message'], 'Message'],
  [['projectTypes', 1], 'Projects, entry 2'],
  [[0, 'partNumber'], 'Part number, entry 1'],
  [[3], 'Entry 4'],
])('%j is called %s', (path, name) => {
  expect(fieldName(path)).toBe(name)
})
