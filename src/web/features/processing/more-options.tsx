import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'

type MoreOptionsProps = {
  text: string
  problem: string | undefined
  onText: (text: string) => void
  onChoose: () => void
}

/** Options beside those of the preset, typed or chosen from the engine's list. */
export function MoreOptions({ text, problem, onText, onChoose }: MoreOptionsProps) {
  return (
    <div className="flex flex-col items-start gap-2">
      <TextArea
        label="More options"
        rows={3}
        spellCheck={false}
        autoComplete="off"
        className="w-full [&_textarea]:font-mono"
        placeholder="min-num-features=12000"
        hint="One name=value a line. They win over those of the preset."
        value={text}
        error={problem}
        onChange={({ target }) => onText(target.value)}
      />
      <Button variant="secondary" size="small" aria-haspopup="dialog" onClick={onChoose}>
        Choose from a list
      </Button>
    </div>
  )
}
