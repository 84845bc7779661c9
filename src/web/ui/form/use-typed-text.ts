import { useEffect, useState } from 'react'
import { createTypedText, type TypedText } from './typed-text.ts'
import { unsaved } from './unsaved.ts'

/**
 * Text typed into the controls whose focus is noted here: links and Back ask before they lose it. `staysOnPage`: it isn't lost
 * while only the search parameters of the page change.
 */
export function useTypedText({ staysOnPage = false } = {}): TypedText {
  const [typed] = useState(createTypedText)
  useEffect(() => unsaved.add((isSamePage) => !(staysOnPage && isSamePage) && typed.exists()), [typed, staysOnPage])
  return typed
}
