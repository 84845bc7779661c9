import { Badge } from '#web/ui/badge.tsx'
import type { Mark } from './quality-figures.ts'

const MARKS = {
  good: { tone: 'green', name: 'Good' },
  look: { tone: 'yellow', name: 'Look' },
  bad: { tone: 'red', name: 'Bad' },
} as const

export const FigureMark = ({ mark }: { mark: Mark }) => <Badge tone={MARKS[mark].tone}>{MARKS[mark].name}</Badge>
