import { AppError } from '#domain/errors.ts'
import { type Choice, type ChoiceTexts, choiceFrom, chosenOf } from '#imagery/traits/derived/model-choice.ts'
import { designOfPlots, treatmentsOf } from '#imagery/traits/derived/trial-design.ts'
import type { ExportTable } from '../../../compute/trials/exports/export-table.ts'

/** @throws AppError 'invalid' when plots do not have what was asked: another comparison than that would be taken for it. */
export function knownChoice({ plots }: Pick<ExportTable, 'plots'>, asked: ChoiceTexts): Choice {
  const design = designOfPlots(plots)
  const treatments = treatmentsOf(design)
  const choice = choiceFrom((name) => asked[name], treatments)
  if (asked.treatments !== undefined && choice.treatments === 'all')
    throw new AppError(
      'invalid',
      treatments.length > 1
        ? `The plots have no treatment of this name. They have ${treatments.join(', ').slice(0, NAMED_MAX)}.`
        : 'The plots have no treatments to choose from. Leave treatments out.',
    )
  if (asked.check !== undefined && chosenOf(design, choice).check !== asked.check)
    throw new AppError('invalid', 'The check is no genotype of these plots. Choose one of them.')
  return choice
}

/** Characters of names in a message. */
const NAMED_MAX = 200
