import { flagsText } from '../messages.ts'

/** Behind a value that has warnings. */
export const WarningStar = ({ flags = [] }: { flags?: readonly string[] | undefined }) =>
  flags.length > 0 && (
    <abbr title={flagsText(flags)} className="ml-0.5 text-danger no-underline">
      *
    </abbr>
  )
