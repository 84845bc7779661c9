import { useEffect, useState } from 'react'
import { createTypedText, type TypedText } from './typed-text.ts'
import { unsaved } from './unsaved.ts'

/** Text typed into the controls whose focus is noted here: links and Back ask before they lose it. */
export function useTypedText(): TypedText {
  const [typed] = useState(createTypedText)
  useEffect(() => unsaved.add(typed.exists), [typed])
  return typed
}
